package io.halite.it.survival;

import io.halite.it.process.GuestRequests;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Kills one region server after the other, stops one in its tracks, and kills the master twice; in
 * the second half whoever comes back comes back with another version of Halite. Where region
 * servers are on hosts of their own, every fourth blow cuts one off instead, in turns for longer
 * than its session, so that it is given up, and for less.
 */
final class Blows {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int CUT_OF = 4;
  private static final Duration SHORT_CUT = Duration.ofSeconds(6);

  private final ProcessCluster cluster;
  private final Twins twins;
  private final Path second;
  private final boolean cutting;
  private final List<Load> loads;
  private final Recoveries recoveries = new Recoveries(Twins.PLAIN);
  private final List<Double> remote = new ArrayList<>();
  private final List<Long> guests = new ArrayList<>();
  private int kills;
  private int stops;
  private int masters;
  private int cuts;
  private int shortCuts;

  /**
   * Blows for a cluster.
   *
   * @param more tables beside the twins
   * @param second another version of Halite
   * @param cutting whether the region servers are on hosts of their own
   */
  Blows(ProcessCluster cluster, Twins twins, MoreTables more, Path second, boolean cutting) {
    this.cutting = cutting;
    this.cluster = cluster;
    this.twins = twins;
    this.loads =
        Stream.concat(Stream.of(twins.salted(), twins.plain()), more.loads().stream()).toList();
    this.second = second;
  }

  /** Strikes every {@code interval} until {@code length} is over. */
  void strike(Duration length, Duration interval, Duration stop) throws Exception {
    long start = System.nanoTime();
    GuestRequests before = GuestRequests.of(cluster);
    for (int blow = 0; elapsed(start).compareTo(length) < 0; blow++) {
      long next = System.nanoTime() + interval.toNanos();
      remote.add(twins.remoteShare());
      boolean secondHalf = elapsed(start).compareTo(length.dividedBy(2)) > 0;
      if (masters < (secondHalf ? 2 : 1)) {
        killMaster();
      }
      int number = blow % cluster.servers();
      ServerProcess victim = cluster.regionServer(number);
      boolean isCut = cutting && blow % CUT_OF == CUT_OF - 1;
      if (isCut && cuts > shortCuts) {
        shortCuts++;
        cutShortly(number);
      } else {
        if (isCut) {
          cuts++;
          cutOff(number, stop);
        } else if (stops == 0 && secondHalf) {
          stops++;
          victim.pause(stop);
          measure();
          victim.awaitEnd(PATIENCE);
        } else {
          kills++;
          victim.kill();
          measure();
        }
        if (secondHalf) {
          victim.start(second);
        } else {
          victim.start();
        }
      }
      cluster.awaitServers(cluster.servers(), PATIENCE);
      TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      GuestRequests now = GuestRequests.of(cluster);
      guests.add(now.since(before));
      before = now;
    }
  }

  /**
   * It is given up meanwhile. When it is back, old writes of clients and its own old forwards
   * arrive, until it learns that it was given up.
   */
  private void cutOff(int server, Duration length) throws Exception {
    long end = System.nanoTime() + length.toNanos();
    cluster.cut(server);
    measure();
    TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
    cluster.reconnect(server);
    cluster.regionServer(server).awaitEnd(PATIENCE);
  }

  /** Its session lasts, and packets from it and to it come late. No row needs a new server. */
  private void cutShortly(int server) throws Exception {
    cluster.cut(server);
    TimeUnit.NANOSECONDS.sleep(SHORT_CUT.toNanos());
    cluster.reconnect(server);
  }

  private static Duration elapsed(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private void killMaster() throws Exception {
    masters++;
    cluster.master().kill();
    cluster.master().start();
    cluster.awaitServers(cluster.servers(), PATIENCE);
  }

  private void measure() throws Exception {
    List<CompletableFuture<Long>> asked = loads.stream().map(Recovery::of).toList();
    for (int i = 0; i < asked.size(); i++) {
      recoveries.add(loads.get(i).name(), asked.get(i).get(4, TimeUnit.MINUTES));
    }
  }

  /** When each table was back, whose own kind of client asked. */
  Recoveries recoveries() {
    return recoveries;
  }

  /** How many there were. */
  int count() {
    return kills + stops + masters + cuts + shortCuts;
  }

  /** Whether a server was cut off for long, and one shortly. */
  boolean hasCut() {
    return cuts > 0 && shortCuts > 0;
  }

  /** The requests that guests served from each blow to the next; what a victim served is lost. */
  List<Long> guestRequests() {
    return guests;
  }

  /** The mean share of keys whose owner was on another server than their gateway. */
  double remoteShare() {
    return remote.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  @Override
  public String toString() {
    return ("%d servers killed, %d stopped, %d cut off for long, %d shortly, %d masters killed;"
            + " %s; %.0f %% of the keys had a remote owner; guests served %s requests between"
            + " blows")
        .formatted(kills, stops, cuts, shortCuts, masters, recoveries, 100 * remoteShare(), guests);
  }
}
