package io.halite.coprocessor.door;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * What the servers of one table take of its operations, as one of them knows it. Thread-safe.
 *
 * <p>The server measures itself once a second, and has a report of each door of the last 20
 * seconds. When a load begins, all rates grow together, so a report counts in proportion to what
 * this server takes. Example: it took 500 operations a second when a door reported 200. It takes
 * 1000 now, so the door counts with 400.
 */
final class TableShares {
  private final Map<ServerName, Reported> reported = new ConcurrentHashMap<>();
  private volatile ServerShare here = ServerShare.NONE;

  /**
   * What a door reported.
   *
   * @param load of this server then
   */
  private record Reported(ServerShare share, double load) {}

  /** Takes up what this server takes. */
  void measured(ServerShare measured) {
    here = measured;
  }

  /**
   * Takes up what a door has reported.
   *
   * @param load empty if the door has answered without a report, as one does that is too busy to
   *     measure: then its last one counts. A door that never reported anything counts as idle
   */
  void reported(ServerName door, Optional<DoorLoad> load) {
    load.map(ServerShare::of)
        .ifPresent(share -> reported.put(door, new Reported(share, here.load())));
  }

  /** The share of a gateway region on this server beside its doors. */
  GatewayShare beside(double natural, List<ServerName> doors) {
    return new GatewayShare(natural, here, doors.stream().map(this::share).toList());
  }

  /**
   * The same if the others were idle: if even this is not exceeded, none of their reports changes
   * that, so that they need not be probed.
   *
   * @param others how many may be doors
   */
  GatewayShare besideIdle(double natural, int others) {
    return new GatewayShare(
        natural, here, Collections.nCopies(Math.max(0, others), ServerShare.NONE));
  }

  private ServerShare share(ServerName door) {
    Reported last = reported.get(door);
    return last == null
        ? ServerShare.NONE
        : last.share().times(here.load() / Math.max(1, last.load()));
  }

  /** Forgets the doors that have none of these names. */
  void retain(Set<ServerName> doors) {
    reported.keySet().retainAll(doors);
  }
}
