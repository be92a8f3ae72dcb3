package io.halite.client.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedCells;
import io.halite.routing.scan.WholeAttribute;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Removes stale entries from an index: entries whose values their rows no longer hold.
 *
 * <p>Example: index {@code byBuyer(f:buyer)} has the entry {@code 41 6E 6E·30 31}, value {@code
 * Ann} and row {@code 01}. If row {@code 01} now holds {@code Bob}, the entry is stale. A read by
 * {@code Ann} would follow the entry to the row and drop the row.
 *
 * <p>A sweep removes an entry only if both conditions hold:
 *
 * <ul>
 *   <li>The entry is older than {@code youngest}, so that its write has certainly ended. A gateway
 *       writes the entry before the row.
 *   <li>No cell of the row holds the values, not even a cell that is deleted or beyond the kept
 *       versions, and that a raw scan still returns.
 * </ul>
 *
 * <p>The sweep deletes the entry only up to the timestamp that it read. If a client writes the same
 * value again during the sweep, the new entry has a later timestamp and stays. So the index finds
 * every acknowledged write during and after a sweep. Thread-safe; the caller closes the connection.
 */
public final class IndexSweep {
  /**
   * The age from which a sweep may remove an entry. It is longer than a gateway works on a write,
   * and than the clocks of two region servers differ.
   */
  public static final Duration YOUNGEST = Duration.ofMinutes(10);

  private static final int STEP = 10_000;

  private final Connection connection;
  private final TableName name;
  private final RowIndex index;
  private final Duration youngest;
  private final PresentIndex present;

  IndexSweep(
      Connection connection,
      TableName name,
      RowIndex index,
      Duration youngest,
      PresentIndex present) {
    this.connection = connection;
    this.name = name;
    this.index = index;
    this.youngest = youngest;
    this.present = present;
  }

  /**
   * The counts of a sweep, up to now or at its end. Entries that are neither young nor swept are in
   * use.
   *
   * @param entries how many entries were read
   * @param young how many entries were left because their write may still be in progress
   * @param swept how many entries were removed
   */
  public record Swept(long entries, long young, long swept) {
    private Swept and(Swept other) {
      return new Swept(entries + other.entries, young + other.young, swept + other.swept);
    }
  }

  /**
   * Sweeps the whole index.
   *
   * @param now the present time in milliseconds since 1970, as {@link #clock} returns it
   * @param progress receives the counts after every 10,000 entries, on the calling thread
   * @return the counts of the whole sweep
   * @throws AccessDeniedException if the user may not read all that the index is made of: the
   *     servers would hide it, and each entry would look stale
   * @throws IOException if the table or its index table cannot be read or written, or the index was
   *     altered; a sweep may be repeated
   */
  public Swept run(long now, Consumer<Swept> progress) throws IOException {
    WholeReads.require(
        connection,
        name,
        index,
        "swept",
        "an entry looks stale to a user who does not see its row");
    present.require();
    Swept end = new Swept(0, 0, 0);
    try (Table entries = connection.getTable(IndexTable.name(name, index));
        Table rows = connection.getTable(name);
        ResultScanner scanner = entries.getScanner(IndexTable.scan(KeyRange.all()))) {
      for (Result kept = scanner.next(); kept != null; kept = scanner.next()) {
        end = sweepRow(kept, end, now, entries, rows, progress);
      }
    }
    return end;
  }

  /** Sweeps the entries of one row of the index table; returns the counts with theirs. */
  private Swept sweepRow(
      Result kept, Swept before, long now, Table entries, Table rows, Consumer<Swept> progress)
      throws IOException {
    Swept end = before;
    for (Cell cell : kept.rawCells()) {
      Optional<IndexEntry> entry = IndexTable.entry(index, cell);
      if (entry.isEmpty()) {
        continue;
      }
      end = end.and(sweep(entry.get(), cell.getTimestamp(), now, entries, rows));
      if (end.entries() % STEP == 0) {
        present.require();
        progress.accept(end);
      }
    }
    return end;
  }

  private Swept sweep(IndexEntry entry, long timestamp, long now, Table entries, Table rows)
      throws IOException {
    if (timestamp > now - youngest.toMillis()) {
      return new Swept(1, 1, 0);
    }
    if (isMade(entry, rows)) {
      return new Swept(1, 0, 0);
    }
    entries.delete(IndexTable.delete(index, entry, timestamp));
    return new Swept(1, 0, 1);
  }

  /**
   * Returns the earliest of the times that the region servers last reported to the master, in
   * milliseconds since 1970. Region servers set the timestamps of entries, and the client's own
   * clock may be wrong. An early time is safe: a sweep then leaves more entries.
   *
   * @throws IOException if no region server has reported to the master
   */
  public long clock() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin
          .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
          .getLiveServerMetrics()
          .values()
          .stream()
          .mapToLong(ServerMetrics::getReportTimestamp)
          .min()
          .orElseThrow(() -> new IOException("no region server has reported to the master"));
    }
  }

  /** Whether any cell of the row holds the values, even a cell that reads no longer return. */
  private boolean isMade(IndexEntry entry, Table rows) throws IOException {
    byte[] row = entry.naturalKey();
    Scan raw =
        new Scan()
            .withStartRow(row, true)
            .withStopRow(row, true)
            .setRaw(true)
            .readAllVersions()
            .setCacheBlocks(false);
    WholeAttribute.putOn(raw);
    // A raw scan can select whole families only.
    index.column().ifPresent(column -> raw.addFamily(column.familyBytes()));
    try (ResultScanner scanner = rows.getScanner(raw)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        for (Cell cell : result.rawCells()) {
          if (IndexedCells.isValue(cell, index) && index.makes(entry, CellUtil.cloneValue(cell))) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
