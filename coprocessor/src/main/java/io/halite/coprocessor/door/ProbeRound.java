package io.halite.coprocessor.door;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;

/**
 * One look at the doors of all gateway regions of a server. A server that keeps one probe waiting
 * is not asked for other regions in the same round, so that it does not hold them up.
 *
 * <p>Example: a server answers after 300 ms. A round asks it for one gateway region, and for those
 * to which it has not answered for 30 seconds. Not thread-safe.
 */
final class ProbeRound {
  /** A server that refuses answers faster, and so does one with time for a guest. */
  private static final long SLOW_MILLIS = 250;

  /** How long a round may ask for regions that servers were never asked for. */
  private static final long FIRSTS_MILLIS = 1_000;

  /** Without such a limit one region would always be the first to ask a slow server. */
  private static final long MOST_AGE_MILLIS = 30_000;

  /** Whether each slow server has answered. */
  private final Map<ServerName, Boolean> slow = new HashMap<>();

  private long firstsMillis;

  /** Takes note of a probe that took so long. */
  void asked(ServerName server, boolean answered, long millis) {
    if (millis >= SLOW_MILLIS) {
      slow.put(server, answered);
    }
  }

  /** Takes note of a probe for a region that the server was never asked for. */
  void askedFirst(long millis) {
    firstsMillis += Math.max(1, millis);
  }

  /**
   * Whether another such probe may be sent. A server that has come has not answered for any of many
   * regions: these wait, while the doors that are known are asked again in time.
   */
  boolean hasTimeForFirsts() {
    return firstsMillis < FIRSTS_MILLIS;
  }

  /** Whether a server is not asked for a region that knows {@code last} of it. */
  boolean isPassedOver(ServerName server, Probe last, long now) {
    return slow.containsKey(server) && (!slow.get(server) || last.age(now) < MOST_AGE_MILLIS);
  }

  /** What that region then knows of it. */
  Probe passedOver(ServerName server, Probe last, long now) {
    return slow.getOrDefault(server, false) ? last.later(now) : last.postponed(now);
  }
}
