package io.halite.coprocessor.owner;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * For how long owner regions have been away, which is how long a client is told to wait for one: a
 * region that moves is asked for again after 200 ms, one whose server has died after up to 10 s. In
 * the 16 attempts that HBase's client makes, that is a patience of some 110 s, as long as the
 * client's own towards a plain table.
 *
 * <p>Thread-safe.
 */
final class RegionOutages {
  static final long LONGEST_MILLIS = 10_000;
  private static final long FORGOTTEN_MILLIS = 60_000;
  private static final int MOST = 10_000;

  /**
   * Stands for all regions whose place could not be read, which is back for all of them at once.
   */
  private static final String UNKNOWN = "";

  private final ConcurrentMap<String, Absence> away = new ConcurrentHashMap<>();
  private final LongSupplier clock;

  private record Absence(long first, long last) {
    Absence at(long now) {
      return now - last > FORGOTTEN_MILLIS ? new Absence(now, now) : new Absence(first, now);
    }
  }

  /** With a clock in milliseconds. */
  RegionOutages(LongSupplier clock) {
    this.clock = clock;
  }

  /** A region has answered. */
  void answered(HRegionLocation location) {
    if (!away.isEmpty()) {
      away.remove(location.getRegion().getEncodedName());
      away.remove(UNKNOWN);
    }
  }

  /**
   * The answer to a request whose owner region could not be reached: nothing ran.
   *
   * @param location where it was looked for; null if not even that is known
   */
  RpcThrottlingException refusal(HRegionLocation location, Throwable last) {
    String region = location == null ? UNKNOWN : location.getRegion().getEncodedName();
    long now = clock.getAsLong();
    if (away.size() > MOST) {
      // Regions that were split or dropped never answer again.
      away.clear();
    }
    Absence absence =
        away.compute(
            region, (name, known) -> (known == null ? new Absence(now, now) : known).at(now));
    long wait =
        Math.max(RepeatLater.SHORTEST_MILLIS, Math.min(LONGEST_MILLIS, now - absence.first()));
    RpcThrottlingException refusal =
        RepeatLater.after(wait, "the owner region could not be reached in time (" + last + ")");
    refusal.initCause(last);
    return refusal;
  }
}
