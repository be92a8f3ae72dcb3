package io.halite.client.plugin;

import io.halite.routing.host.RegionCounts;
import io.halite.routing.merge.OwnerCounts;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one scan of natural keys: HBase's metrics of all its stored scans, added up.
 *
 * <p>A scan of four buckets, each in a region of its own, reports four regions. The sums grow while
 * the scan is read; those for each region are there when it has ended. Thread-safe.
 */
final class SummedMetrics {
  private final OwnerCounts counts;
  private final boolean wanted;
  private final ScanMetrics sums = new ScanMetrics();
  private boolean ended;

  /** Nothing has been counted; a scan without metrics never shows any. */
  SummedMetrics(Scan natural) {
    this.wanted = natural.isScanMetricsEnabled();
    this.counts = new OwnerCounts(wanted);
  }

  /** What the stored scans count. */
  OwnerCounts counts() {
    return counts;
  }

  /** The sums by now, always in the same object; null for a scan without metrics, as in HBase. */
  synchronized @Nullable ScanMetrics sums() {
    if (!wanted) {
      return null;
    }
    if (!ended) {
      counts.take().forEach((name, count) -> add(name, count));
    }
    return sums;
  }

  /**
   * Moves the sums that a scan with metrics has shown, as HBase's move while the scan is read.
   * Without metrics it takes no lock: it is called at each row.
   */
  void move() {
    if (wanted) {
      sums();
    }
  }

  /** The scan has ended, and counts no more. */
  void end() {
    end(sums -> {});
  }

  /** The same. The first call shows the sums of a scan with metrics to {@code onEnd}. */
  void end(Consumer<ScanMetrics> onEnd) {
    if (ends()) {
      onEnd.accept(sums);
    }
  }

  private synchronized boolean ends() {
    boolean ends = wanted && !ended;
    if (ends) {
      sums();
      ended = true;
      counts
          .byRegion()
          .forEach(
              (region, ofRegion) -> {
                RegionCounts.begin(sums, region);
                ofRegion.forEach(this::addToRegion);
              });
    }
    return ends;
  }

  private void add(String name, long count) {
    AtomicLong sum = sums.getCounter(name);
    if (sum != null) {
      sum.addAndGet(count);
    }
  }

  /** HBase adds to the sum of all regions as well, which has the count already. */
  private void addToRegion(String name, long count) {
    sums.addToCounter(name, count);
    add(name, -count);
  }
}
