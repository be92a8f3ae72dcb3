package io.halite.coprocessor.owner;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Records since when this server has failed to reach each owner region. The length of the outage
 * decides which wait a refusal names: 200 ms for a region that moves, up to 10 s for a region whose
 * server has died. The 16 attempts of HBase's client then last some 110 s, as they do for a plain
 * table.
 *
 * <p>Thread-safe.
 */
final class RegionOutages {
  private static final int MOST = 10_000;

  /** Stands for all regions whose location could not be read. */
  private static final String UNKNOWN = "";

  private final ConcurrentMap<String, Outage> away = new ConcurrentHashMap<>();
  private final LongSupplier clock;

  private record Outage(long first, long last) {
    Outage at(long now) {
      return ForwardRetry.isOutageForgotten(now - last)
          ? new Outage(now, now)
          : new Outage(first, now);
    }
  }

  /** Begins without outages, on a clock in milliseconds. */
  RegionOutages(LongSupplier clock) {
    this.clock = clock;
  }

  /** Records that a region has answered, which ends its outage. */
  void answered(HRegionLocation location) {
    if (!away.isEmpty()) {
      away.remove(location.getRegion().getEncodedName());
      away.remove(UNKNOWN);
    }
  }

  /**
   * Returns the answer to a request that did not reach its owner region, so that nothing ran.
   *
   * @param location the location that was called; empty if none could be read
   */
  RpcThrottlingException refusal(Optional<HRegionLocation> location, Throwable last) {
    String region = location.map(known -> known.getRegion().getEncodedName()).orElse(UNKNOWN);
    long now = clock.getAsLong();
    if (away.size() > MOST) {
      // Regions that were split or dropped never answer again.
      away.clear();
    }
    Outage outage =
        away.compute(
            region, (name, known) -> (known == null ? new Outage(now, now) : known).at(now));
    long wait = ForwardRetry.regionWaitMillis(now - outage.first());
    RpcThrottlingException refusal =
        ForwardRetry.later(wait, "the owner region could not be reached in time (" + last + ")");
    refusal.initCause(last);
    return refusal;
  }
}
