package io.halite.coprocessor.door;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;

/**
 * One look at the doors of all gateway regions of a server. A server that keeps one probe waiting
 * is not asked for other regions in the same round, so that it does not hold them up.
 *
 * <p>Example: a server of three gateway regions answers after 600 ms. Each round asks it for one of
 * them, and all three have asked it after three rounds. Not thread-safe.
 */
final class ProbeRound {
  /** A server that refuses answers faster, and so does one with time for a guest. */
  private static final long SLOW_MILLIS = 250;

  /** Whether each slow server has answered. */
  private final Map<ServerName, Boolean> slow = new HashMap<>();

  /** Takes note of a probe that took so long. */
  void asked(ServerName server, boolean answered, long millis) {
    if (millis >= SLOW_MILLIS) {
      slow.put(server, answered);
    }
  }

  boolean isPassedOver(ServerName server) {
    return slow.containsKey(server);
  }

  /** What another region knows of a server that is passed over. */
  Probe passedOver(ServerName server, Probe last, long now) {
    return slow.getOrDefault(server, false) ? last.later(now) : last.postponed(now);
  }
}
