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
  private final Map<BucketCursor, Long> repeated = new HashMap<>();
  private final Map<String, Long> ended = new HashMap<>();

  /** Counts with these metrics from now on what a cursor reads. */
  synchronized void began(BucketCursor cursor, ScanMetrics metrics) {
    repeated.remove(cursor);
    ScanMetrics before = running.put(cursor, metrics);
    if (before != null) {
      add(before, ended);
    }
  }

  /** Returns the sums since the last call, in milliseconds or bytes or rows, by HBase's names. */
  public synchronized Map<String, Long> take() {
    Map<String, Long> sums = new HashMap<>(ended);
    ended.clear();
    running.forEach(
        (cursor, metrics) -> {
          long before = sums.getOrDefault(ScanMetrics.RPC_RETRIES_METRIC_NAME, 0L);
          add(metrics, sums);
          long more = sums.getOrDefault(ScanMetrics.RPC_RETRIES_METRIC_NAME, 0L) - before;
          repeated.merge(cursor, more, Long::sum);
        });
    return sums;
  }

  /**
   * Returns how many RPCs HBase's client has sent again since the cursor's scan began: each time
   * that it opens a scanner again, at least one. 0 for a scan without metrics.
   */
  synchronized long repeatedRpcs(BucketCursor cursor) {
    ScanMetrics metrics = running.get(cursor);
    return metrics == null
        ? 0
        : repeated.getOrDefault(cursor, 0L) + metrics.countOfRPCRetries.get();
  }

  private static void add(ScanMetrics metrics, Map<String, Long> sums) {
    metrics.getMetricsMap(true).forEach((name, count) -> sums.merge(name, count, Long::sum));
  }
}
