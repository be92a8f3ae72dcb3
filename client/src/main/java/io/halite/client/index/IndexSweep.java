package io.halite.client.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedCells;
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

/**
 * Takes the entries away that no row makes any more.
 *
 * <p>An entry goes only if it is older than every write that may still be under way, only up to the
 * version that was read, and only if no cell of the row makes it, deleted and surplus ones
 * included: the same value written again meanwhile has made a younger version. So what is
 * acknowledged is found during and after a sweep.
 */
public final class IndexSweep {
  /** No gateway works on a write for so long, and no two clocks of a cluster differ by as much. */
  public static final Duration YOUNGEST = Duration.ofMinutes(10);

  private static final int STEP = 10_000;

  private final Connection connection;
  private final TableName name;
  private final RowIndex index;
  private final Duration youngest;

  IndexSweep(Connection connection, TableName name, RowIndex index, Duration youngest) {
    this.connection = connection;
    this.name = name;
    this.index = index;
    this.youngest = youngest;
  }

  /**
   * How far a sweep came.
   *
   * @param entries that were read
   * @param young entries that were left since a write of theirs may be under way
   * @param swept entries that were taken away
   */
  public record Swept(long entries, long young, long swept) {
    private Swept and(Swept other) {
      return new Swept(entries + other.entries, young + other.young, swept + other.swept);
    }
  }

  /**
   * Sweeps the whole index.
   *
   * @param now milliseconds since the epoch, as {@link #clock} gives it
   * @param progress is told every 10,000 entries, on this thread
   */
  public Swept run(long now, Consumer<Swept> progress) throws IOException {
    Swept end = new Swept(0, 0, 0);
    try (Table entries = connection.getTable(IndexTable.name(name, index));
        Table rows = connection.getTable(name);
        ResultScanner scanner = entries.getScanner(IndexTable.scan(KeyRange.all()))) {
      for (Result kept : scanner) {
        for (Cell cell : kept.rawCells()) {
          Optional<IndexEntry> entry = IndexTable.entry(cell);
          if (entry.isPresent()) {
            end = end.and(sweep(entry.get(), cell.getTimestamp(), now, entries, rows));
            if (end.entries() % STEP == 0) {
              progress.accept(end);
            }
          }
        }
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
    entries.delete(IndexTable.delete(entry, timestamp));
    return new Swept(1, 0, 1);
  }

  /**
   * The time of the cluster, as the server says whose clock is the latest behind: entries bear the
   * times of servers, and a client's own clock may be anywhere.
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

  /** Whether any cell of the row makes the entry, whatever a reader sees of it. */
  private boolean isMade(IndexEntry entry, Table rows) throws IOException {
    byte[] row = entry.naturalKey();
    Scan raw =
        new Scan()
            .withStartRow(row, true)
            .withStopRow(row, true)
            .setRaw(true)
            .readAllVersions()
            .setCacheBlocks(false);
    // A raw scan is asked for whole families.
    index.column().ifPresent(column -> raw.addFamily(column.familyBytes()));
    try (ResultScanner scanner = rows.getScanner(raw)) {
      for (Result result : scanner) {
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
