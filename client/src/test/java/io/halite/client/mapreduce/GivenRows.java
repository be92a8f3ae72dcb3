package io.halite.client.mapreduce;

import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * A scanner whose rows a test gives, with HBase's own iterator, which wraps what {@code next}
 * throws.
 */
public abstract class GivenRows implements ResultScanner {
  @Override
  public void close() {}

  @Override
  public boolean renewLease() {
    return false;
  }

  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return null;
  }
}
