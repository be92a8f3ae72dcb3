package io.halite.it.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;

/**
 * Scans whose results are pushed by the asynchronous client. They wait without end, since {@link
 * TwinTables} says more of an answer that does not come than a time-out here would.
 */
final class Observed {
  private Observed() {}

  static List<Result> by(AsyncTable<ScanResultConsumer> table, Scan scan) throws Exception {
    List<Result> results = new ArrayList<>();
    CompletableFuture<List<Result>> done = new CompletableFuture<>();
    table.scan(
        scan,
        new ScanResultConsumer() {
          @Override
          public boolean onNext(Result result) {
            results.add(result);
            return true;
          }

          @Override
          public void onError(Throwable error) {
            done.completeExceptionally(error);
          }

          @Override
          public void onComplete() {
            done.complete(results);
          }
        });
    return done.get();
  }

  /** The same through the consumer that runs on the client's network threads. */
  static List<Result> byRaw(AsyncTable<AdvancedScanResultConsumer> table, Scan scan)
      throws Exception {
    List<Result> results = new ArrayList<>();
    CompletableFuture<List<Result>> done = new CompletableFuture<>();
    table.scan(
        scan,
        new AdvancedScanResultConsumer() {
          @Override
          public void onNext(Result[] some, ScanController controller) {
            results.addAll(List.of(some));
            if (results.size() % 2 == 1) {
              controller.suspend().resume();
            }
          }

          @Override
          public void onError(Throwable error) {
            done.completeExceptionally(error);
          }

          @Override
          public void onComplete() {
            done.complete(results);
          }
        });
    return done.get();
  }
}
