package io.halite.client.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;

/** Collects all rows of a scan. For one scan, which calls it from one thread at a time. */
final class AllRows implements AdvancedScanResultConsumer {
  private final List<Result> rows = new ArrayList<>();
  private final CompletableFuture<List<Result>> done = new CompletableFuture<>();

  /** The rows, when the scan has ended. */
  CompletableFuture<List<Result>> done() {
    return done;
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    rows.addAll(List.of(results));
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
