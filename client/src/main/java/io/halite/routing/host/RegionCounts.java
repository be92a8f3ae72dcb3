package io.halite.routing.host;

import io.halite.filters.host.HostClasses;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.client.metrics.ScanMetricsRegionInfo;

/**
 * The metrics of a scan by region, which HBase has from 2.6.3 and, in 2.5, from 2.5.13 at the
 * latest. Older clients have the sums alone. Stateless.
 */
public final class RegionCounts {
  private static final boolean KNOWN =
      HostClasses.has(ScanMetrics.class, "collectMetricsByRegion", boolean.class);

  private RegionCounts() {}

  /**
   * A region on a server.
   *
   * @param encodedName the region's name, as in its directory
   */
  public record Region(String encodedName, ServerName server) {}

  /** What was counted of each region, by HBase's names; nothing in an older client. */
  public static Map<Region, Map<String, Long>> of(ScanMetrics metrics) {
    Map<Region, Map<String, Long>> counts = new HashMap<>();
    if (KNOWN) {
      for (Map.Entry<ScanMetricsRegionInfo, Map<String, Long>> each :
          snapshot(metrics).entrySet()) {
        ScanMetricsRegionInfo region = each.getKey();
        counts.put(
            new Region(region.getEncodedRegionName(), region.getServerName()), each.getValue());
      }
    }
    return counts;
  }

  /** HBase's client may be adding a region to its list, for which it has no lock. */
  private static Map<ScanMetricsRegionInfo, Map<String, Long>> snapshot(ScanMetrics metrics) {
    while (true) {
      try {
        return metrics.collectMetricsByRegion(false);
      } catch (ConcurrentModificationException again) {
        Thread.onSpinWait();
      }
    }
  }

  /** Makes a region the one whose counts are added from now on; not in an older client. */
  public static void begin(ScanMetrics metrics, Region region) {
    if (KNOWN) {
      metrics.moveToNextRegion();
      metrics.initScanMetricsRegionInfo(region.encodedName(), region.server());
    }
  }
}
