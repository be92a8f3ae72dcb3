package io.halite.coprocessor.door;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * What the gateway regions of one table on this server know together of the servers that may be
 * doors: whether a server still serves as a guest is the same for all of them. So any of them asks,
 * in turn, once in 20 seconds, however many there are.
 *
 * <p>Only the {@link DoorWatch} probes.
 */
final class TableProbes {
  private final Map<ServerName, Probe> known = new ConcurrentHashMap<>();
  private int turn;

  /** What is known of a server. */
  Probe of(ServerName server) {
    return known.getOrDefault(server, Probe.NONE);
  }

  void put(ServerName server, Probe probe) {
    known.put(server, probe);
  }

  /**
   * The gateway regions, each time with another one first. Where the owner of a region's first row
   * keeps a probe from being answered, the next one is another region's.
   */
  List<GatewayRegion> inTurn(Collection<GatewayRegion> regions) {
    List<GatewayRegion> all = new ArrayList<>(regions);
    turn++;
    Collections.rotate(all, -turn);
    return all;
  }

  /** Forgets the servers that have none of these names. */
  void retain(Set<ServerName> servers) {
    known.keySet().retainAll(servers);
  }
}
