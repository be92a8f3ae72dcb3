package io.halite.coprocessor.gateway;

import io.halite.routing.merge.OwnerCounts;
import java.util.Map;
import org.apache.hadoop.hbase.client.metrics.ServerSideScanMetrics;

/**
 * What the scanner of a gateway region reports as the work of the owners. Not thread-safe.
 *
 * <p>A merge reads ahead. If the region moves, the next gateway reads the same rows again. So a row
 * that an owner has let pass counts as scanned when the client is given it, and once. A merge that
 * needs more rows than it gives, such as a pass, counts all that owners have scanned.
 */
final class ScanCounts {
  private static final String SCANNED = ServerSideScanMetrics.COUNT_OF_ROWS_SCANNED_KEY_METRIC_NAME;
  private static final String FILTERED =
      ServerSideScanMetrics.COUNT_OF_ROWS_FILTERED_KEY_METRIC_NAME;

  private final OwnerCounts owners;
  private final boolean whenGiven;
  private long counted;

  /** Counts rows when they are given, or when they arrive. */
  ScanCounts(OwnerCounts owners, boolean whenGiven) {
    this.owners = owners;
    this.whenGiven = whenGiven;
  }

  /**
   * Returns the counts since the last call, by HBase's names.
   *
   * @param given how many rows the scanner has given until now
   */
  Map<String, Long> take(long given) {
    Map<String, Long> counts = owners.take();
    if (whenGiven) {
      counts.put(SCANNED, given - counted + counts.getOrDefault(FILTERED, 0L));
      counted = given;
    }
    return counts;
  }
}
