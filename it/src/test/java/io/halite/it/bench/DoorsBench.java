package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.DoorLoad.Operation;
import io.halite.it.bench.DoorLoad.Way;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.MetricsPage;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keys in time order, written by many connections in each {@link Way}, in turns on one cluster of
 * processes.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=DoorsBench}; with {@code
 * -Dhalite.bench.servers=4} and the like for other sizes. Prints the median of the rounds for each
 * way: rows a second, processor time of all servers a row (see {@link ServerTime}), the busiest
 * server's over the mean, and RPCs from gateways to owners.
 */
class DoorsBench {
  private static final String SERVER = "io.halite.coprocessor.door.DoorRpcServer";
  private static final int SERVERS = Integer.getInteger("halite.bench.servers", 3);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 5);
  private static final int CONNECTIONS = Integer.getInteger("halite.bench.connections", 64);

  /** How many rows a request has, between commas. */
  private static final List<Integer> BATCHES =
      Stream.of(System.getProperty("halite.bench.batch", "100").split(","))
          .map(Integer::valueOf)
          .toList();

  private static final int SECONDS = Integer.getInteger("halite.bench.seconds", 8);

  /** Megabytes of heap of each region server, all touched before the load. */
  private static final int HEAP = Integer.getInteger("halite.bench.heap", 2048);

  /** Seconds that each way runs before it is measured. */
  private static final int WARM_UP = Integer.getInteger("halite.bench.warmup", 30);

  /** The share of a core that each region server may use while a way is measured; 1 is all. */
  private static final double SHARE =
      Double.parseDouble(System.getProperty("halite.bench.share", "1"));

  /** Which ways run, by their names between commas. */
  private static final List<Way> WAYS =
      Stream.of(
              System.getProperty("halite.bench.ways", "PLAIN,ONE_DOOR,MANY_DOORS,PLUG_IN,BY_HAND")
                  .split(","))
          .map(Way::valueOf)
          .toList();

  private static final List<Step> STEPS =
      BATCHES.stream().flatMap(batch -> WAYS.stream().map(way -> new Step(way, batch))).toList();

  /** {@code PUT} or {@code GET}. */
  private static final Operation OPERATION =
      Operation.valueOf(System.getProperty("halite.bench.operation", "PUT"));

  /** Whether the gateways' RPCs are counted, which takes 24 s for each run. */
  private static final boolean RPCS = Boolean.getBoolean("halite.bench.rpcs");

  /** Whether concurrent forwards share RPCs: {@code on} or {@code off}. */
  private static final String SHARING = System.getProperty("halite.bench.sharing", "off");

  /** 4 for the servers' optimising compiler, as in production; 1 starts sooner. */
  private static final int COMPILER = Integer.getInteger("halite.bench.compiler", 4);

  /** Whether each way ends with a profile of the servers by method. */
  private static final boolean PROFILE = Boolean.getBoolean("halite.bench.profile");

  /** HBase shows new numbers within ten seconds. */
  private static final int METRICS_SECONDS = 12;

  /** A way of writing, with so many rows in each request. */
  record Step(Way way, int batch) {}

  /** What one step took in one round. */
  record Round(
      double rowsPerSecond,
      double microsPerRow,
      double busiestOverMean,
      double forwardRpcsPerRow) {}

  @Test
  void writesInTimeOrderByEachWay() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(SERVERS)
            .heap(Role.REGIONSERVER, HEAP)
            .option(Role.REGIONSERVER, "-Xms" + HEAP + "m")
            .option(Role.REGIONSERVER, "-XX:+AlwaysPreTouch")
            .option("-XX:TieredStopAtLevel=" + COMPILER)
            .option(ServerTime.KEEP_COMPILERS)
            .set(Role.REGIONSERVER, "hbase.rpc.server.impl", SERVER)
            .set(Role.REGIONSERVER, "halite.doors", "all")
            .set(Role.REGIONSERVER, "halite.forward.sharing", SHARING)
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    Map<Step, List<Round>> rounds = new LinkedHashMap<>();
    try (ProcessCluster cluster =
        ProcessCluster.start(PROFILE ? ServerProfile.recording(plan) : plan)) {
      for (Step step : STEPS) {
        DoorLoad.createTable(cluster, step.way(), step.batch());
      }
      for (int round = -1; round < ROUNDS; round++) {
        for (Step step : STEPS) {
          // Servers warm up with all they can get.
          Round done =
              round < 0 ? run(cluster, step, WARM_UP, 1) : run(cluster, step, SECONDS, SHARE);
          if (round >= 0) {
            rounds.computeIfAbsent(step, key -> new ArrayList<>()).add(done);
          }
        }
      }
    }
    System.out.printf(
        "%s, %d servers of %d MB and %.2f of a core, %d connections, %d rounds of %d s after %d s,"
            + " sharing %s%n",
        OPERATION, SERVERS, HEAP, SHARE, CONNECTIONS, ROUNDS, SECONDS, WARM_UP, SHARING);
    rounds.forEach((step, of) -> System.out.println(line(step, of)));
    assertThat(rounds).isNotEmpty();
  }

  private static Round run(ProcessCluster cluster, Step step, int seconds, double share)
      throws Exception {
    Way way = step.way();
    try (DoorLoad load = new DoorLoad(cluster, way, OPERATION, CONNECTIONS, step.batch());
        CoreShares held = CoreShares.hold(cluster, share)) {
      long rpcs = forwardRpcs(cluster, way);
      // Connections find their doors, and probes their servers, before time is taken.
      long first = load.run(4);
      if (PROFILE) {
        ServerProfile.start(cluster, IntStream.range(0, SERVERS).toArray());
      }
      double[] before = ServerTime.seconds(cluster);
      long start = System.nanoTime();
      long rows = load.run(seconds);
      double took = (System.nanoTime() - start) / 1e9;
      double[] after = ServerTime.seconds(cluster);
      if (PROFILE) {
        System.out.println(way);
        ServerProfile.stop(cluster, IntStream.range(0, SERVERS).toArray())
            .lines()
            .forEach(System.out::println);
      }
      double[] spent = new double[SERVERS];
      for (int server = 0; server < SERVERS; server++) {
        spent[server] = after[server] - before[server];
      }
      double all = Arrays.stream(spent).sum();
      double most = Arrays.stream(spent).max().orElseThrow();
      double sent = (double) (forwardRpcs(cluster, way) - rpcs) / (first + rows);
      return new Round(rows / took, all * 1e6 / rows, most * SERVERS / all, sent);
    }
  }

  /** The RPCs of all gateways to owners so far; 0 for ways without gateway, or not counted. */
  private static long forwardRpcs(ProcessCluster cluster, Way way) throws Exception {
    if (!RPCS || (way != Way.ONE_DOOR && way != Way.MANY_DOORS)) {
      return 0;
    }
    TimeUnit.SECONDS.sleep(METRICS_SECONDS);
    long rpcs = 0;
    for (int server = 0; server < SERVERS; server++) {
      rpcs +=
          MetricsPage.read(cluster.pages(server), MetricsPage.HALITE)
              .getOrDefault("ForwardRpcs", 0L);
    }
    return rpcs;
  }

  private static String line(Step step, List<Round> rounds) {
    return "%-10s %,5d  %,8.0f rows/s  %6.1f us a row  busiest/mean %.2f  forward RPCs a row %s"
        .formatted(
            step.way(),
            step.batch(),
            Quantile.median(rounds.stream().mapToDouble(Round::rowsPerSecond)),
            Quantile.median(rounds.stream().mapToDouble(Round::microsPerRow)),
            Quantile.median(rounds.stream().mapToDouble(Round::busiestOverMean)),
            RPCS
                ? "%.2f"
                    .formatted(
                        Quantile.median(rounds.stream().mapToDouble(Round::forwardRpcsPerRow)))
                : "not counted");
  }
}
