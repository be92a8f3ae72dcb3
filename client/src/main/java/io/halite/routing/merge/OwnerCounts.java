package io.halite.routing.merge;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * What owners count for one scan of natural keys: HBase's scan metrics of all its stored scans,
 * added up.
 *
 * <p>Two buckets that scan 3 and 4 rows give {@code ROWS_SCANNED=7}. Nothing is counted for a scan
 * without metrics. Thread-safe.
 */
public final class OwnerCounts {
  private final Map<BucketCursor, ScanMetrics> running = new ConcurrentHashMap<>();
  private final Map<String, Long> ended = new HashMap<>();

  /** Counts with these metrics from now on what a cursor reads. */
  synchronized void began(BucketCursor cursor, ScanMetrics metrics) {
    ScanMetrics before = running.put(cursor, metrics);
    if (before != null) {
      add(before, ended);
    }
  }

  /** Returns the sums since the last call, in milliseconds or bytes or rows, by HBase's names. */
  public synchronized Map<String, Long> take() {
    Map<String, Long> sums = new HashMap<>(ended);
    ended.clear();
    running.values().forEach(metrics -> add(metrics, sums));
    return sums;
  }

  private static void add(ScanMetrics metrics, Map<String, Long> sums) {
    metrics.getMetricsMap(true).forEach((name, count) -> sums.merge(name, count, Long::sum));
  }
}
