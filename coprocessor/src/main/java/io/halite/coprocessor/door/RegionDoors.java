package io.halite.coprocessor.door;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ServerName;

/**
 * The servers that are doors of one gateway region: each has answered a get for that very region
 * once, has answered one for any region of the table in the last 40 seconds, and has not failed
 * twice since.
 *
 * <p>A server that has answered for a region knows it as long as it serves the table, since it
 * learns all regions together, and this one stays in {@code hbase:meta} while it is here. The
 * {@link DoorWatch} probes; handlers read.
 */
final class RegionDoors {
  private final TableProbes table;
  private final Set<ServerName> knowing = new HashSet<>();

  /** Servers of the table that have not answered for this region, such as for a new one. */
  private final Map<ServerName, Probe> refusals = new HashMap<>();

  private volatile Known known = Known.NONE;

  /**
   * Servers that have answered a probe.
   *
   * @param until when each of them has to have answered again, in milliseconds
   * @param first the first of these times
   */
  private record Known(List<ServerName> servers, Map<ServerName, Long> until, long first) {
    static final Known NONE = new Known(List.of(), Map.of(), Probe.LONG_AGO);
  }

  RegionDoors(TableProbes table) {
    this.table = table;
  }

  /** A get for the region. */
  interface Get {
    /** Whether a server has answered it. */
    boolean isAnswered(ServerName server, long now);
  }

  /** The doors now. */
  List<ServerName> at(long now) {
    Known doors = known;
    return now < doors.first()
        ? doors.servers()
        : doors.servers().stream()
            .filter(server -> now < doors.until().getOrDefault(server, Probe.LONG_AGO))
            .toList();
  }

  /**
   * Probes the servers whose turn it is.
   *
   * @param round what is known of servers that were asked for other gateway regions
   */
  void probe(List<ServerName> servers, ProbeRound round, LongSupplier clock, Get get) {
    knowing.retainAll(servers);
    refusals.keySet().retainAll(servers);
    for (ServerName server : servers) {
      long now = clock.getAsLong();
      boolean asked =
          isFirst(server, now)
              ? first(server, round, clock, get)
              : again(server, round, clock, get);
      if (asked) {
        // The others may take long.
        gather();
      }
    }
    gather();
  }

  /** Whether the region is new to a server that is a door of others. */
  private boolean isFirst(ServerName server, long now) {
    Probe last = table.of(server);
    return !knowing.contains(server) && last.isDoor() && now < last.until();
  }

  /** Asks for the first time; a refusal says nothing about the server's other regions. */
  private boolean first(ServerName server, ProbeRound round, LongSupplier clock, Get get) {
    long now = clock.getAsLong();
    Probe last = refusals.getOrDefault(server, Probe.NONE);
    if (now < last.next() || !round.hasTimeForFirsts() || round.isPassedOver(server, last, now)) {
      return false;
    }
    boolean answered = get.isAnswered(server, now);
    long millis = clock.getAsLong() - now;
    round.asked(server, answered, millis);
    round.askedFirst(millis);
    if (answered) {
      answered(server, now);
    } else {
      refusals.put(server, last.failed(now));
    }
    return true;
  }

  /** Asks for all gateway regions, if it is time to. */
  private boolean again(ServerName server, ProbeRound round, LongSupplier clock, Get get) {
    long now = clock.getAsLong();
    Probe last = table.of(server);
    if (now < last.next()) {
      return false;
    }
    if (round.isPassedOver(server, last, now)) {
      table.put(server, round.passedOver(server, last, now));
      return false;
    }
    boolean answered = get.isAnswered(server, now);
    round.asked(server, answered, clock.getAsLong() - now);
    if (answered) {
      answered(server, now);
    } else {
      table.put(server, last.failed(now));
    }
    return true;
  }

  private void answered(ServerName server, long now) {
    knowing.add(server);
    refusals.remove(server);
    table.put(server, Probe.answered(now));
  }

  private void gather() {
    Map<ServerName, Long> until = new HashMap<>();
    for (ServerName server : knowing) {
      Probe last = table.of(server);
      if (last.isDoor()) {
        until.put(server, last.until());
      }
    }
    known =
        new Known(
            until.keySet().stream().sorted().toList(),
            until,
            until.values().stream().mapToLong(Long::longValue).min().orElse(Probe.LONG_AGO));
  }
}
