package io.halite.client.index;

import io.halite.keys.KeyRange;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Reads the table of an index, its buckets side by side, for one read by the index. */
final class EntryScans implements IndexedReads.Entries, AutoCloseable {
  private static final int MOST_AT_ONCE = 16;

  private final Connection connection;
  private final TableName entries;
  private final ExecutorService threads;

  /**
   * Makes scans of the table of an index.
   *
   * @param buckets how many buckets the index has
   */
  EntryScans(Connection connection, TableName entries, int buckets) {
    this.connection = connection;
    this.entries = entries;
    // It starts a thread when it is given something to do, and a single range is read without.
    this.threads = Executors.newFixedThreadPool(Math.min(buckets, MOST_AT_ONCE));
  }

  @Override
  public List<List<Result>> first(List<KeyRange> ranges, int most, long bytes) throws IOException {
    if (ranges.size() == 1) {
      return List.of(first(ranges.get(0), most, bytes));
    }
    List<Callable<List<Result>>> reads = new ArrayList<>();
    ranges.forEach(range -> reads.add(() -> first(range, most, bytes)));
    try {
      List<List<Result>> first = new ArrayList<>();
      for (Future<List<Result>> read : threads.invokeAll(reads)) {
        first.add(read.get());
      }
      return first;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("reading index table '" + entries + "'", e);
    }
  }

  /** A table is for one thread. */
  private List<Result> first(KeyRange range, int most, long bytes) throws IOException {
    List<Result> first = new ArrayList<>();
    Scan scan = IndexTable.scan(range).setLimit(most).setMaxResultSize(bytes);
    try (Table table = connection.getTable(entries);
        ResultScanner scanner = table.getScanner(scan)) {
      long left = bytes;
      for (Result row = scanner.next(); row != null; row = left > 0 ? scanner.next() : null) {
        first.add(row);
        left -= Result.getTotalSizeOfCells(row);
      }
    }
    return first;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
