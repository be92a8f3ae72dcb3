package io.halite.routing.merge;

import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * Rows in natural order that do not lie in it: passes over the store, each of which keeps the next
 * rows that fit into memory.
 *
 * <p>Room for two rows and the stored order {@code 61 64 63 62} take two passes, {@code 61 62} and
 * {@code 63 64}. Rows are looked at by whoever polls, so that a scan which nobody reads stands
 * still. After the first pass it is known what all will cost, and a scan that would cost too much
 * ends there.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
public final class PassedScan implements SortedRows {
  private static final int ROWS_AT_ONCE = 5_000;

  private final CursorMoves progress = new CursorMoves();
  private final Deque<Result> ready = new ArrayDeque<>();
  private final List<BucketCursor> cursors = new ArrayList<>();
  private final AsyncTable<AdvancedScanResultConsumer> table;
  private final Source source;
  private final Salt salt;
  private final PassLimits limits;
  private final int rounds;
  private @Nullable NearestRows nearest;
  private @Nullable KeyRange rest;
  private long wanted;
  private int passes;
  private long seen;
  private boolean behind;
  private boolean closed;

  /** The scans of one pass, and what is to know of it. */
  public interface Source {
    /** Whether the rows are wanted in descending order. */
    boolean reversed();

    /** How many rows are wanted; 0: all. */
    long wanted();

    /** Scans without a limit that give the rows of a natural range, in whatever order. */
    List<Scan> over(KeyRange natural) throws IOException;

    /** A pass has begun. */
    void begun();

    /** So many rows have been looked at since the last time. */
    void looked(long rows);

    /** What the scan is of and what a user can do about its cost, for an error. */
    String advice();
  }

  private PassedScan(
      AsyncTable<AdvancedScanResultConsumer> table,
      Source source,
      Salt salt,
      PassLimits limits,
      int rounds) {
    this.table = table;
    this.source = source;
    this.salt = salt;
    this.limits = limits;
    this.rounds = rounds;
    this.wanted = source.wanted();
  }

  /** Opens the first pass over a natural range. */
  public static PassedScan open(
      AsyncTable<AdvancedScanResultConsumer> table,
      Source source,
      Salt salt,
      KeyRange natural,
      PassLimits limits)
      throws IOException {
    return open(table, source, salt, natural, limits, 0);
  }

  /**
   * The same, for a reader with more patience than the table has.
   *
   * @param rounds as in {@link MergedScan}
   */
  public static PassedScan open(
      AsyncTable<AdvancedScanResultConsumer> table,
      Source source,
      Salt salt,
      KeyRange natural,
      PassLimits limits,
      int rounds)
      throws IOException {
    PassedScan scan = new PassedScan(table, source, salt, limits, rounds);
    scan.begin(natural);
    return scan;
  }

  private void begin(KeyRange natural) throws IOException {
    List<Scan> scans = source.over(natural);
    nearest = new NearestRows(natural, source.reversed(), limits.bytes(), wanted);
    rest = null;
    cursors.clear();
    passes++;
    source.begun();
    for (Scan scan : scans) {
      BucketCursor cursor =
          new BucketCursor(table, progress, limits.readAhead(), new Remainder(scan), rounds);
      cursors.add(cursor);
      table.scan(scan, cursor);
    }
  }

  @Override
  public synchronized @Nullable Result poll() throws IOException {
    if (ready.isEmpty() && nearest == null && rest != null && !closed) {
      begin(rest);
    }
    if (ready.isEmpty() && nearest != null) {
      gather(nearest);
    }
    return ready.poll();
  }

  private void gather(NearestRows nearest) throws IOException {
    seen = progress.moves();
    int room = ROWS_AT_ONCE;
    boolean complete = true;
    for (BucketCursor cursor : cursors) {
      for (Result row = cursor.peek(); row != null && room > 0; row = cursor.next()) {
        byte[] stored = CellUtil.cloneRow(row.rawCells()[0]);
        if (!nearest.offer(salt.unsalt(stored), row)) {
          // Its natural key is that of its range only if its salt is right.
          salt.verify(stored, 0, stored.length);
        }
        room--;
      }
      complete &= cursor.isExhausted();
    }
    behind = room == 0;
    source.looked(ROWS_AT_ONCE - room);
    if (limits.rows() > 0 && nearest.offered() > limits.rows()) {
      throw tooMuch("more than " + nearest.offered() + " rows");
    }
    if (complete) {
      finish(nearest);
    }
  }

  private void finish(NearestRows nearest) throws IOException {
    if (passes == 1) {
      PassEstimate estimate =
          PassEstimate.of(nearest.offered(), nearest.kept().size(), source.wanted());
      if (!estimate.isWithin(limits)) {
        throw tooMuch(estimate.rows() + " rows in " + estimate.passes() + " passes");
      }
    }
    ready.addAll(nearest.kept());
    rest = nearest.rest();
    this.nearest = null;
    if (wanted > 0) {
      wanted -= ready.size();
      rest = wanted > 0 ? rest : null;
    }
  }

  private PassException tooMuch(String cost) {
    close();
    return new PassException(
        "rows that the salt has scattered would be sorted in passes over the store, and that takes "
            + cost
            + "; allowed are "
            + limits.rows()
            + " rows and "
            + limits.passes()
            + " passes: "
            + source.advice());
  }

  @Override
  public synchronized boolean isExhausted() {
    return ready.isEmpty() && nearest == null && rest == null;
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (!behind) {
      progress.await(seen, millis);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    cursors.forEach(BucketCursor::close);
  }
}
