package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.halite.it.bench.DoorLoad.Operation;
import io.halite.it.bench.DoorLoad.Way;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import io.halite.it.survival.HaliteJar;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.Test;

/**
 * Gets, puts and batches by the connection plug-in beside those of clients that salt by hand, on a
 * plain table with as many regions, and on one that also has an observer that does nothing: in
 * turns on one cluster of processes, whose keys are in time order.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=PluginBench}. Prints for each size of
 * request the median of the ratios of all rounds: rows a second, processor time of the servers and
 * of the client. It also prints the busiest server's requests over the mean, which the regions
 * count; by the plug-in they are at most 1.1.
 */
class PluginBench {
  /** As many as divide the 16 buckets evenly. */
  private static final int SERVERS = 4;

  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 10);
  private static final int CONNECTIONS = Integer.getInteger("halite.bench.connections", 16);
  private static final int SECONDS = Integer.getInteger("halite.bench.seconds", 4);
  private static final int WARM_UP = Integer.getInteger("halite.bench.warmup", 40);
  private static final int HEAP = Integer.getInteger("halite.bench.heap", 1536);

  /** Whether each step ends with a profile of the servers by method. */
  private static final boolean PROFILE = Boolean.getBoolean("halite.bench.profile");

  /** What runs, such as {@code PUT-1,GET-1}: an operation, and how many rows a request has. */
  private static final List<Step> STEPS =
      Stream.of(System.getProperty("halite.bench.steps", "GET-1,PUT-1,PUT-100,PUT-1000").split(","))
          .map(Step::of)
          .toList();

  private static final List<Way> WAYS = List.of(Way.BY_HAND, Way.IDLE_OBSERVER, Way.PLUG_IN);

  private record Step(Operation operation, int batch) {
    static Step of(String text) {
      String[] parts = text.split("-");
      return new Step(Operation.valueOf(parts[0]), Integer.parseInt(parts[1]));
    }
  }

  /** What one way took in one round: microseconds of processor time are those of a row. */
  private record Spent(
      double rowsPerSecond, double serverMicros, double clientMicros, double busiestOverMean) {}

  @Test
  void plugInBesideByHand() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(SERVERS)
            .halite(HaliteJar.built(), Path.of("target", "test-classes"))
            .atMost(Duration.ofHours(1))
            .heap(Role.REGIONSERVER, HEAP)
            .option(Role.REGIONSERVER, "-Xms" + HEAP + "m")
            .option("-XX:TieredStopAtLevel=4")
            .option(ServerTime.KEEP_COMPILERS)
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    try (ProcessCluster cluster =
        ProcessCluster.start(PROFILE ? ServerProfile.recording(plan) : plan)) {
      for (int batch : STEPS.stream().mapToInt(Step::batch).distinct().toArray()) {
        for (Way way : WAYS) {
          DoorLoad.createTable(cluster, way, batch);
        }
      }
      for (Step step : STEPS) {
        List<Map<Way, Spent>> rounds = new ArrayList<>();
        for (int round = -1; round < ROUNDS; round++) {
          Map<Way, Spent> spent = round(cluster, step, round);
          if (round >= 0) {
            rounds.add(spent);
          }
        }
        System.out.println(line(step, "plug-in beside by hand", Way.PLUG_IN, Way.BY_HAND, rounds));
        System.out.println(
            line(step, "plug-in beside an idle observer", Way.PLUG_IN, Way.IDLE_OBSERVER, rounds));
        System.out.println(
            line(step, "idle observer beside none", Way.IDLE_OBSERVER, Way.BY_HAND, rounds));
        // A count, and no time: it is the same on any machine.
        assertThat(of(rounds, Way.PLUG_IN, Spent::busiestOverMean))
            .as("requests of the busiest server over the mean, %s", step)
            .isLessThanOrEqualTo(1.1);
      }
    }
  }

  /** Each way once, in another order than in the round before; a round below 0 warms up. */
  private static Map<Way, Spent> round(ProcessCluster cluster, Step step, int round)
      throws Exception {
    Map<Way, Spent> spent = new EnumMap<>(Way.class);
    for (int i = 0; i < WAYS.size(); i++) {
      Way way = WAYS.get((i + Math.abs(round)) % WAYS.size());
      spent.put(way, run(cluster, step, way, round < 0 ? WARM_UP : SECONDS));
    }
    if (PROFILE && round == ROUNDS - 1) {
      for (Way way : WAYS) {
        profile(cluster, step, way);
      }
    }
    return spent;
  }

  private static Spent run(ProcessCluster cluster, Step step, Way way, int seconds)
      throws Exception {
    try (DoorLoad load = new DoorLoad(cluster, way, step.operation(), CONNECTIONS, step.batch())) {
      // Connections learn where the regions are before time is taken.
      load.run(1);
      double[] cpu = ServerTime.seconds(cluster);
      long client = clientNanos();
      long[] requests = requests(cluster, step, way);
      long start = System.nanoTime();
      long rows = load.run(seconds);
      double took = (System.nanoTime() - start) / 1e9;
      double clientMicros = (clientNanos() - client) / 1e3 / rows;
      double[] cpuNow = ServerTime.seconds(cluster);
      long[] requestsNow = requests(cluster, step, way);
      double servers = IntStream.range(0, SERVERS).mapToDouble(i -> cpuNow[i] - cpu[i]).sum();
      long[] each =
          IntStream.range(0, SERVERS).mapToLong(i -> requestsNow[i] - requests[i]).toArray();
      long most = LongStream.of(each).max().orElseThrow();
      return new Spent(
          rows / took,
          servers * 1e6 / rows,
          clientMicros,
          (double) most * SERVERS / LongStream.of(each).sum());
    }
  }

  /** Processor time of this JVM, which holds the clients. */
  private static long clientNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** The requests that the regions of a table have counted, on each server. */
  private static long[] requests(ProcessCluster cluster, Step step, Way way) throws Exception {
    Admin admin = cluster.connection().getAdmin();
    long[] requests = new long[SERVERS];
    for (int server = 0; server < SERVERS; server++) {
      for (RegionMetrics region :
          admin.getRegionMetrics(cluster.serverName(server), way.table(step.batch()))) {
        requests[server] += region.getReadRequestCount() + region.getWriteRequestCount();
      }
    }
    return requests;
  }

  private static void profile(ProcessCluster cluster, Step step, Way way) throws Exception {
    int[] servers = IntStream.range(0, SERVERS).toArray();
    try (DoorLoad load = new DoorLoad(cluster, way, step.operation(), CONNECTIONS, step.batch())) {
      load.run(1);
      ServerProfile.start(cluster, servers);
      load.run(SECONDS);
      System.out.println(step + " " + way);
      ServerProfile.stop(cluster, servers).lines().forEach(System.out::println);
    }
  }

  private static String line(
      Step step, String what, Way way, Way beside, List<Map<Way, Spent>> rounds) {
    ToDoubleFunction<ToDoubleFunction<Spent>> ratio =
        of -> Quantile.median(ratios(rounds, of, way, beside));
    return ("bench: %s-%,d, %s: %.2f of the rows/s (%.2f to %.2f), %.2f of the servers' time")
            .formatted(
                step.operation(),
                step.batch(),
                what,
                ratio.applyAsDouble(Spent::rowsPerSecond),
                Quantile.of(ratios(rounds, Spent::rowsPerSecond, way, beside), 0.25),
                Quantile.of(ratios(rounds, Spent::rowsPerSecond, way, beside), 0.75),
                ratio.applyAsDouble(Spent::serverMicros))
        + (" (%.2f beside %.2f us a row), %.2f of the client's (%.2f beside %.2f); %,.0f beside"
                + " %,.0f")
            .formatted(
                of(rounds, way, Spent::serverMicros),
                of(rounds, beside, Spent::serverMicros),
                ratio.applyAsDouble(Spent::clientMicros),
                of(rounds, way, Spent::clientMicros),
                of(rounds, beside, Spent::clientMicros),
                of(rounds, way, Spent::rowsPerSecond),
                of(rounds, beside, Spent::rowsPerSecond))
        + " rows/s; requests of the busiest server over the mean %.2f"
            .formatted(of(rounds, way, Spent::busiestOverMean));
  }

  private static double of(List<Map<Way, Spent>> rounds, Way way, ToDoubleFunction<Spent> what) {
    return Quantile.median(
        rounds.stream().mapToDouble(round -> what.applyAsDouble(round.get(way))));
  }

  private static DoubleStream ratios(
      List<Map<Way, Spent>> rounds, ToDoubleFunction<Spent> what, Way way, Way beside) {
    return rounds.stream()
        .mapToDouble(
            round -> what.applyAsDouble(round.get(way)) / what.applyAsDouble(round.get(beside)));
  }
}
