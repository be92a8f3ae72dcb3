package io.halite.it.plugin;

import java.util.Iterator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/** Rows that have been read, as a scanner. */
record ReadRows(Iterator<Result> rows) implements ResultScanner {
  @Override
  public Result next() {
    return rows.hasNext() ? rows.next() : null;
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  @Override
  public boolean renewLease() {
    return false;
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return null;
  }
}
