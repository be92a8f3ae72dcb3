package io.halite.it.salted;

import io.halite.it.salted.ScanWitness.Received;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/** The rows and the metrics that an asynchronous client gives to the consumer of a scan. */
final class GivenRows {
  private final CompletableFuture<List<Result>> done = new CompletableFuture<>();
  private final List<Result> given = new ArrayList<>();
  private ScanMetrics metrics;

  private GivenRows() {}

  /** Scans with a consumer that is called by the threads of the connection. */
  static ScanReport pushed(AsyncTable<AdvancedScanResultConsumer> table, Scan scan)
      throws Exception {
    GivenRows rows = new GivenRows();
    return rows.report(() -> table.scan(scan, rows.new Pushed()));
  }

  /** Scans with a consumer that is called in the pool of the table. */
  static ScanReport consumed(AsyncTable<ScanResultConsumer> table, Scan scan) throws Exception {
    GivenRows rows = new GivenRows();
    return rows.report(() -> table.scan(scan, rows.new Consumed()));
  }

  private ScanReport report(Runnable scan) throws Exception {
    Received before = Received.now();
    scan.run();
    return new ScanReport(done.get(), metrics, Received.now().minus(before));
  }

  /** What both kinds of consumers do with metrics and at the end. */
  private abstract class Given implements ScanResultConsumerBase {
    @Override
    public void onScanMetricsCreated(ScanMetrics created) {
      metrics = created;
    }

    @Override
    public void onError(Throwable error) {
      done.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      done.complete(given);
    }
  }

  private final class Pushed extends Given implements AdvancedScanResultConsumer {
    @Override
    public void onNext(Result[] results, ScanController controller) {
      given.addAll(List.of(results));
    }
  }

  private final class Consumed extends Given implements ScanResultConsumer {
    @Override
    public boolean onNext(Result result) {
      return given.add(result);
    }
  }
}
