package io.halite.coprocessor.door;

import io.halite.routing.wait.RunningClock;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a server that look after its doors. Once a second one learns the regions of salted
 * tables, and one measures what they receive. The third probes the servers that may be doors, and
 * decides which gateway regions redirect. None waits for another.
 *
 * <p>A server counts as a door of a gateway region only after it has answered a get for that very
 * region, as a guest. So a server without the setting, without the jar or without the table never
 * receives a redirected client, and one that dies receives none after some 25 seconds.
 */
final class DoorWatch {
  static final Logger LOG = LoggerFactory.getLogger(DoorWatch.class);

  private static final long PERIOD_MILLIS = 1_000;

  /** Few enough that 20 seconds suffice to probe them all. */
  static final int MOST_DOORS = 32;

  private final Door door;
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(
          3, new ThreadFactoryBuilder().setDaemon(true).setNameFormat("halite-doors-%d").build());

  DoorWatch(Door door) {
    this.door = door;
  }

  void start() {
    eachSecond(this::learn);
    eachSecond(this::measure);
    eachSecond(this::look);
  }

  private void eachSecond(Runnable task) {
    var unused = threads.scheduleWithFixedDelay(task, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  void stop() {
    threads.shutdownNow();
  }

  private void learn() {
    try {
      door.forgetEmptyTables(RunningClock.millis());
    } catch (RuntimeException | Error e) {
      LOG.error("the door cannot remove tables that have no region here; retrying in 1 s", e);
    }
    door.tables()
        .forEach(
            (name, table) -> {
              try {
                table.refresh(RunningClock.millis());
              } catch (IOException | RuntimeException | Error e) {
                // The executor would end after an exception.
                LOG.warn("the regions of {} cannot be read for its doors", name.toStringUtf8(), e);
              }
            });
  }

  private void measure() {
    try {
      door.tables().values().forEach(table -> table.measure(RunningClock.millis()));
    } catch (RuntimeException | Error e) {
      LOG.error("the load of the door of this server is not measured", e);
    }
  }

  private void look() {
    ProbeRound round = new ProbeRound();
    door.tables()
        .forEach(
            (name, table) -> {
              try {
                look(table, door.mode(), round, RunningClock::millis);
              } catch (RuntimeException | Error e) {
                LOG.error(
                    "cannot update the doors of table {}; its gateway regions here stop"
                        + " redirecting; retrying in 1 s",
                    name.toStringUtf8(),
                    e);
                table.here().forEach(gateway -> gateway.stopRedirecting(RunningClock.millis()));
              }
            });
  }

  /** Measures a table, and decides which of its gateway regions here redirect. */
  static void look(DoorTable table, DoorMode mode, ProbeRound round, LongSupplier clock) {
    table.measure(clock.getAsLong());
    for (GatewayRegion gateway : table.inTurn()) {
      if (opens(gateway, table.servers(), mode, round, clock)) {
        if (gateway.forgetsServed(clock.getAsLong())) {
          // Before the first connection is assigned, by what this server will really serve.
          table.measure(clock.getAsLong());
        }
        gateway.startRedirecting();
      } else {
        gateway.stopRedirecting(clock.getAsLong());
      }
    }
  }

  /** Whether a gateway region is to redirect; if so, or if its doors decide that, probes them. */
  private static boolean opens(
      GatewayRegion gateway,
      Set<ServerName> servers,
      DoorMode mode,
      ProbeRound round,
      LongSupplier clock) {
    if (!gateway.region().mayHaveDoors()) {
      return false;
    }
    boolean probes =
        switch (mode) {
          case OFF -> false;
          case ALL -> gateway.isUsed(clock.getAsLong());
          case AUTO -> gateway.mayExceedShare(Math.min(MOST_DOORS, servers.size()) - 1);
        };
    if (probes) {
      ServerName here = gateway.region().server();
      gateway.probe(candidates(servers, here, gateway.info().hashCode()), round, clock);
    }
    return probes && (mode == DoorMode.ALL || gateway.isShareExceeded(clock.getAsLong()));
  }

  /**
   * The servers that may be doors of a gateway region on {@code here}: {@link #MOST_DOORS} with
   * that server. Gateway regions of different numbers begin at different servers of one ring.
   */
  static List<ServerName> candidates(Set<ServerName> servers, ServerName here, int number) {
    return servers.stream()
        .filter(server -> !server.equals(here))
        .sorted(Comparator.comparingInt(server -> 31 * server.hashCode() + number))
        .limit(MOST_DOORS - 1)
        .toList();
  }
}
