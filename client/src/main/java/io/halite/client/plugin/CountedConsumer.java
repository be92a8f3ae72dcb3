package io.halite.client.plugin;

import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * The consumer of a scan that the owners have refused and the gateways read: it was shown its
 * metrics when the scan began, and the counts go on in these.
 */
record CountedConsumer(AdvancedScanResultConsumer consumer, SummedMetrics metrics)
    implements AdvancedScanResultConsumer {
  @Override
  public void onScanMetricsCreated(ScanMetrics ofGateways) {
    metrics.counts().goOn(ofGateways);
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    metrics.sums();
    consumer.onNext(results, controller);
  }

  @Override
  public void onHeartbeat(ScanController controller) {
    metrics.sums();
    consumer.onHeartbeat(controller);
  }

  @Override
  public void onError(Throwable error) {
    metrics.end();
    consumer.onError(error);
  }

  @Override
  public void onComplete() {
    metrics.end();
    consumer.onComplete();
  }
}
