package io.halite.it.versions;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;

/** Collects the rows that the asynchronous client pushes. Called by one thread after the other. */
final class PushedRows implements AdvancedScanResultConsumer {
  private final List<String> rows = new ArrayList<>();
  private final CompletableFuture<List<String>> all = new CompletableFuture<>();

  CompletableFuture<List<String>> all() {
    return all;
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    for (Result result : results) {
      rows.add(Rows.text(result));
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
