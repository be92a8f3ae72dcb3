package io.halite.routing.merge;

import io.halite.routing.host.RegionCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * What owners count for one scan of natural keys: HBase's scan metrics of all its stored scans,
 * added up.
 *
 * <p>Two buckets that scan 3 and 4 rows give {@code ROWS_SCANNED=7}. Where servers do not count,
 * the counts are those of HBase's client. Thread-safe.
 */
public final class OwnerCounts {
  private final boolean ofServers;
  private final Map<BucketCursor, ScanMetrics> running = new ConcurrentHashMap<>();
  private final List<ScanMetrics> ofGateways = new ArrayList<>();
  private final Map<BucketCursor, Sent> taken = new HashMap<>();

  /** Cursors that have had an answer since the last take: only their counts can have changed. */
  private final Set<BucketCursor> answered = new HashSet<>();

  private final Map<String, Long> ended = new HashMap<>();
  private final Map<RegionCounts.Region, Map<String, Long>> endedByRegion = new HashMap<>();

  /**
   * Nothing has been counted.
   *
   * @param ofServers whether servers are to count, too, such as the rows that they read: that takes
   *     a twentieth of the time of a scan of small rows
   */
  public OwnerCounts(boolean ofServers) {
    this.ofServers = ofServers;
  }

  /** Whether servers are to count. */
  boolean areOfServers() {
    return ofServers;
  }

  /**
   * What HBase's client has sent for one stored scan.
   *
   * @param repeated how many RPCs it has sent again, of an open scanner or to open one again
   * @param scanners how many scanners it has opened, for the next region or again
   * @param calls all its RPCs, renewals of leases included
   */
  record Sent(long repeated, long scanners, long calls) {
    static final Sent NOTHING = new Sent(0, 0, 0);

    private static Sent of(ScanMetrics metrics) {
      return new Sent(
          metrics.countOfRPCRetries.get(),
          metrics.countOfRegions.get(),
          metrics.countOfRPCcalls.get());
    }

    private static Sent of(Map<String, Long> counts) {
      return new Sent(
          counts.getOrDefault(ScanMetrics.RPC_RETRIES_METRIC_NAME, 0L),
          counts.getOrDefault(ScanMetrics.REGIONS_SCANNED_METRIC_NAME, 0L),
          counts.getOrDefault(ScanMetrics.RPC_CALLS_METRIC_NAME, 0L));
    }

    private Sent plus(Sent more) {
      return new Sent(repeated + more.repeated, scanners + more.scanners, calls + more.calls);
    }

    /**
     * Whether it has sent more since {@code before} than one request for rows with its repeats, and
     * those that open the scanners of other regions: the renewal of a lease.
     */
    boolean isRenewedSince(Sent before) {
      return calls - before.calls > 1 + (scanners - before.scanners) + (repeated - before.repeated);
    }

    /** Whether it may have opened a scanner again since {@code before}. */
    boolean isReopenedSince(Sent before) {
      return repeated != before.repeated && scanners != before.scanners;
    }
  }

  /** Counts with these metrics from now on what a cursor reads. */
  synchronized void began(BucketCursor cursor, ScanMetrics metrics) {
    taken.remove(cursor);
    answered.add(cursor);
    ScanMetrics before = running.put(cursor, metrics);
    if (before != null) {
      add(before, ended);
      addByRegion(before, endedByRegion);
    }
  }

  /** Counts also what a scan of the gateways counts, which goes on in place of the stored ones. */
  public synchronized void goOn(ScanMetrics metrics) {
    ofGateways.add(metrics);
  }

  /** Returns the sums since the last call, in milliseconds or bytes or rows, by HBase's names. */
  public synchronized Map<String, Long> take() {
    Map<String, Long> sums = new HashMap<>(ended);
    ended.clear();
    for (BucketCursor cursor : answered) {
      ScanMetrics metrics = running.get(cursor);
      if (metrics != null) {
        // The network goes on counting, so only what is taken now counts as taken.
        Map<String, Long> now = add(metrics, sums);
        taken.merge(cursor, Sent.of(now), Sent::plus);
      }
    }
    answered.clear();
    ofGateways.forEach(metrics -> add(metrics, sums));
    return sums;
  }

  /** Returns all sums for each region; none if the scan does not count by region. */
  public synchronized Map<RegionCounts.Region, Map<String, Long>> byRegion() {
    Map<RegionCounts.Region, Map<String, Long>> sums = new HashMap<>();
    endedByRegion.forEach((region, counts) -> sums.put(region, new HashMap<>(counts)));
    running.values().forEach(metrics -> addByRegion(metrics, sums));
    ofGateways.forEach(metrics -> addByRegion(metrics, sums));
    return sums;
  }

  private static void addByRegion(
      ScanMetrics metrics, Map<RegionCounts.Region, Map<String, Long>> sums) {
    RegionCounts.of(metrics)
        .forEach(
            (region, counts) -> {
              Map<String, Long> sum = sums.computeIfAbsent(region, any -> new HashMap<>());
              counts.forEach((name, count) -> sum.merge(name, count, Long::sum));
            });
  }

  /**
   * A cursor has had an answer: returns what HBase's client has sent since its scan began; nothing
   * for a scan without metrics.
   */
  synchronized Sent answered(BucketCursor cursor) {
    ScanMetrics metrics = running.get(cursor);
    if (metrics == null) {
      return Sent.NOTHING;
    }
    answered.add(cursor);
    return taken.getOrDefault(cursor, Sent.NOTHING).plus(Sent.of(metrics));
  }

  private static Map<String, Long> add(ScanMetrics metrics, Map<String, Long> sums) {
    Map<String, Long> taken = metrics.getMetricsMap(true);
    taken.forEach((name, count) -> sums.merge(name, count, Long::sum));
    return taken;
  }
}
