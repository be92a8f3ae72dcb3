package io.halite.coprocessor.owner;

import io.halite.routing.wait.RunningClock;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Records how long this server has failed to reach each owner region, and makes the refusals of
 * requests to such regions.
 *
 * <p>A refusal names the wait after which the client is to retry. The wait is about as long as the
 * outage so far, at least 200 ms and at most 10 s, each time varied by half. Example: a region that
 * has been away for 100 ms gives waits of 100 to 300 ms, one that has been away for 4,000 ms waits
 * of 2,000 to 6,000 ms, one that has been away for a minute waits of 5 to 15 s. So the 16 attempts
 * of HBase's client last some 110 s, as they do for a plain table.
 *
 * <p>An outage ends when the region answers. It is also forgotten if no request to the region has
 * failed for {@link ForwardRetry#isOutageForgotten 60 s}. Thread-safe.
 */
final class RegionOutages {
  /** More outages than this are forgotten together, which makes their next waits shorter. */
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

  /** Makes a record without outages. */
  RegionOutages() {
    this(RunningClock::millis);
  }

  /**
   * The same by another clock, in milliseconds, which nobody may set: after it was set back, each
   * outage would look like a new one, and clients that wait little would soon give up.
   */
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
   * Records that a request did not reach its owner region, and returns the refusal for the client.
   * Nothing of the request has run.
   *
   * @param location the location that was called; empty if no location could be read
   * @param last the answer to the last attempt, which becomes the cause
   * @return a refusal that names the wait
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
