package io.halite.routing.merge;

import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows whose stored order is not natural order: it reads the store in passes, each of which
 * keeps the next rows in natural order that fit into memory.
 *
 * <p>With room for two rows, the stored order {@code 61 64 63 62} takes two passes: {@code 61 62}
 * and {@code 63 64}. The thread that polls reads the rows, so a scan that nobody polls reads
 * nothing. The first pass shows how many passes the scan needs; a scan that would take too many
 * ends there.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
public final class PassedScan implements SortedRows {
  private static final int ROWS_AT_ONCE = 5_000;

  private final CursorMoves progress = new CursorMoves(() -> {});
  private final Deque<Result> ready = new ArrayDeque<>();
  private final List<BucketCursor> cursors = new ArrayList<>();
  private final ImageReading reading;
  private final Source source;
  private final Salt salt;
  private final PassLimits limits;

  /** The rows that the pass under way keeps; null between passes. */
  private @Nullable NearestRows nearest;

  /** The natural range of the passes to come; null if there are none. */
  private @Nullable KeyRange rest;

  /** How many rows of the limit are left; 0 without a limit. */
  private long wanted;

  private int passes;

  /** The moves of the cursors when they were read last. */
  private long seen;

  /** Whether more rows may have arrived than one poll takes. */
  private boolean behind;

  private boolean closed;

  /** The bytes that count as memory of this scan. */
  private long held;

  /** The scan that the passes answer: it makes the stored scans of each pass and counts rows. */
  public interface Source {
    /** Whether the scan returns rows in descending order. */
    boolean reversed();

    /** The most rows that the scan returns; 0 for all. */
    long wanted();

    /** Returns scans without a limit that together read a natural range, in any order. */
    List<Scan> over(KeyRange natural) throws IOException;

    /** Records that a pass has begun. */
    void begun();

    /** Records how many rows the passes have read since the last call. */
    void looked(long rows);

    /** Names the table, and how a user can lower the cost of the scan, for an error message. */
    String advice();
  }

  private PassedScan(ImageReading reading, Source source, Salt salt, PassLimits limits) {
    this.reading = reading;
    this.source = source;
    this.salt = salt;
    this.limits = limits;
    this.wanted = source.wanted();
  }

  /** Opens the first pass over a natural range. */
  public static PassedScan open(
      ImageReading reading, Source source, Salt salt, KeyRange natural, PassLimits limits)
      throws IOException {
    PassedScan scan = new PassedScan(reading, source, salt, limits);
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
      BucketCursor cursor = new BucketCursor(reading, progress, new Remainder(scan));
      cursors.add(cursor);
      cursor.read(scan);
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
    Result row = ready.poll();
    if (ready.isEmpty() && nearest == null) {
      hold(0);
    }
    return row;
  }

  /** Counts so many bytes as those of the pass; a pass gives up all of them with its last row. */
  private void hold(long bytes) {
    reading.memory().add(bytes - held);
    held = bytes;
  }

  private void gather(NearestRows pass) throws IOException {
    seen = progress.moves();
    int room = ROWS_AT_ONCE;
    boolean complete = true;
    for (BucketCursor cursor : cursors) {
      for (Result row = next(cursor, room); row != null; row = next(cursor, room)) {
        byte[] stored = CellUtil.cloneRow(row.rawCells()[0]);
        if (!pass.offer(salt.unsalt(stored), row)) {
          // The row lies in the natural range only if its salt is right.
          salt.verify(stored, 0, stored.length);
        }
        room--;
      }
      complete &= cursor.isExhausted();
    }
    hold(pass.bytes());
    behind = room == 0;
    source.looked(ROWS_AT_ONCE - room);
    if (limits.rows() > 0 && pass.offered() > limits.rows()) {
      throw tooMuch("more than " + pass.offered() + " rows");
    }
    if (complete) {
      finish(pass);
    }
  }

  private static @Nullable Result next(BucketCursor cursor, int room) throws IOException {
    return room > 0 && cursor.peek() != null ? cursor.take() : null;
  }

  private void finish(NearestRows pass) throws IOException {
    if (passes == 1) {
      PassEstimate estimate = PassEstimate.of(pass.offered(), pass.kept().size(), source.wanted());
      if (!estimate.isWithin(limits)) {
        throw tooMuch(estimate.rows() + " rows in " + estimate.passes() + " passes");
      }
    }
    ready.addAll(pass.kept());
    rest = pass.rest();
    nearest = null;
    if (wanted > 0) {
      wanted -= ready.size();
      rest = wanted > 0 ? rest : null;
    }
  }

  private PassException tooMuch(String cost) {
    close();
    return new PassException(
        "rows that the salt scatters would be sorted in passes over the store, and that takes "
            + cost
            + "; allowed are "
            + allowed(limits.rows())
            + " rows and "
            + allowed(limits.passes())
            + " passes: "
            + source.advice());
  }

  private static String allowed(long most) {
    return most == 0 ? "any number of" : Long.toString(most);
  }

  @Override
  public synchronized boolean isExhausted() {
    return ready.isEmpty() && nearest == null && rest == null;
  }

  @Override
  public synchronized boolean isBehind() {
    return behind;
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (!isBehind()) {
      progress.await(seen, millis);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      MergedScan.closeAll(cursors);
    } finally {
      hold(0);
    }
  }
}
