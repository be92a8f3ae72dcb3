package io.halite.it.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.util.FutureUtils;

/** Keeps the rows that a table with a pool passes to the consumer of a scan. */
final class ConsumedRows implements ScanResultConsumer {
  private final List<Result> rows = new ArrayList<>();
  private final CompletableFuture<List<Result>> done = new CompletableFuture<>();

  private ConsumedRows() {}

  /** A table with a pool; its scans wait until their consumer was told the end. */
  static AsyncAsTable of(AsyncTable<ScanResultConsumer> table) {
    return new AsyncAsTable(table, scan -> scan(table, scan));
  }

  private static ResultScanner scan(AsyncTable<ScanResultConsumer> table, Scan scan)
      throws IOException {
    ConsumedRows consumer = new ConsumedRows();
    table.scan(scan, consumer);
    return new ReadRows(FutureUtils.get(consumer.done).iterator());
  }

  @Override
  public boolean onNext(Result row) {
    return rows.add(row);
  }

  @Override
  public void onError(Throwable error) {
    done.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    done.complete(rows);
  }
}
