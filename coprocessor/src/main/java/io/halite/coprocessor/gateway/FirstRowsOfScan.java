package io.halite.coprocessor.gateway;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Collects the first rows of a scan, and ends it with the answer with which they have some bytes.
 *
 * <p>For 8 KiB the owner ends its answer behind the row with which it passes 8 KiB, so that no more
 * arrive than these. HBase calls it on one thread at a time.
 */
final class FirstRowsOfScan implements AdvancedScanResultConsumer {
  private final long bytes;
  private final List<Result> rows = new ArrayList<>();
  private final CompletableFuture<List<Result>> all = new CompletableFuture<>();
  private long arrived;

  private FirstRowsOfScan(long bytes) {
    this.bytes = bytes;
  }

  /** Reads at most {@code most} rows of a scan, or those that have {@code bytes}. */
  static CompletableFuture<List<Result>> read(
      AsyncTable<AdvancedScanResultConsumer> table, Scan scan, int most, long bytes) {
    FirstRowsOfScan first = new FirstRowsOfScan(bytes);
    table.scan(scan.setLimit(most).setMaxResultSize(bytes), first);
    return first.all;
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    Collections.addAll(rows, results);
    for (Result row : results) {
      arrived += Result.getTotalSizeOfCells(row);
    }
    if (arrived >= bytes) {
      controller.terminate();
    }
  }

  @Override
  public void onError(Throwable error) {
    all.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    all.complete(rows);
  }
}
