package io.halite.client.plugin;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * HBase's own scanner of a scan that the owners have refused and the gateways read. Its counts go
 * on in the metrics of the scan, which the application may have taken before. One reader at a time.
 */
final class CountedScanner implements ResultScanner {
  private final ResultScanner gateways;
  private final SummedMetrics metrics;
  private final Consumer<ScanMetrics> onEnd;

  /**
   * Counts what {@code gateways} counts.
   *
   * @param onEnd is shown the metrics when the scan has been read to its end or is closed
   */
  CountedScanner(ResultScanner gateways, SummedMetrics metrics, Consumer<ScanMetrics> onEnd) {
    this.gateways = gateways;
    this.metrics = metrics;
    this.onEnd = onEnd;
    ScanMetrics counts = gateways.getScanMetrics();
    if (counts != null) {
      metrics.counts().goOn(counts);
    }
  }

  @Override
  public @Nullable Result next() throws IOException {
    Result row = gateways.next();
    if (row == null) {
      metrics.end(onEnd);
    } else {
      metrics.move();
    }
    return row;
  }

  @Override
  public void close() {
    gateways.close();
    metrics.end(onEnd);
  }

  @Override
  public boolean renewLease() {
    return gateways.renewLease();
  }

  /** Returns null for a scan without metrics, as HBase does. */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return metrics.sums();
  }
}
