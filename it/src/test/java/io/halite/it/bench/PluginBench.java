package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.DoorLoad.Operation;
import io.halite.it.bench.DoorLoad.Way;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.survival.HaliteJar;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Gets, puts and batches by the connection plug-in beside those of clients that salt by hand, on a
 * plain table with as many regions, and on one that also has an observer that does nothing: in
 * turns on one cluster of processes, whose keys are in time order.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=PluginBench}; with {@code
 * -Dhalite.bench.client=async} by HBase's asynchronous client, with the plug-in and by hand. With
 * either client each connection has one thread and one request under way, for whose answer the
 * thread waits. Prints for each size of request the median of the ratios of all rounds: rows a
 * second, processor time of the servers and of the client. It also prints the busiest server's
 * requests over the mean, which the regions count; by the plug-in they are at most 1.1.
 */
class PluginBench {
  /** As many as divide the 16 buckets evenly. */
  private static final int SERVERS = 4;

  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 10);
  private static final int CONNECTIONS = Integer.getInteger("halite.bench.connections", 16);
  private static final int SECONDS = Integer.getInteger("halite.bench.seconds", 4);

  /** Seconds that each way of a step runs before it is measured. */
  private static final int WARM_UP = Integer.getInteger("halite.bench.warmup", 40);

  private static final int HEAP = Integer.getInteger("halite.bench.heap", 1536);

  /** HBase's client: {@code blocking} or {@code async}. */
  private static final RowClient.Kind CLIENT =
      RowClient.Kind.valueOf(
          System.getProperty("halite.bench.client", "blocking").toUpperCase(Locale.ROOT));

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

    DoorLoad load(ProcessCluster cluster, Way way) throws Exception {
      return new DoorLoad(cluster, way, operation, CLIENT, CONNECTIONS, batch);
    }
  }

  @Test
  void plugInBesideByHand() throws Exception {
    ClusterPlan plan =
        ServerTime.plan(SERVERS, HEAP).halite(HaliteJar.built(), Path.of("target", "test-classes"));
    try (ProcessCluster cluster =
        ProcessCluster.start(PROFILE ? ServerProfile.recording(plan) : plan)) {
      for (int batch : STEPS.stream().mapToInt(Step::batch).distinct().toArray()) {
        for (Way way : WAYS) {
          DoorLoad.createTable(cluster, way, batch);
        }
      }
      for (Step step : STEPS) {
        measure(cluster, step);
      }
    }
  }

  private static void measure(ProcessCluster cluster, Step step) throws Exception {
    Rounds<Way> rounds =
        Rounds.of(
            ROUNDS, WAYS, (way, warmsUp) -> run(cluster, step, way, warmsUp ? WARM_UP : SECONDS));
    print(step, "plug-in beside by hand", rounds.line(Way.PLUG_IN, Way.BY_HAND));
    print(step, "plug-in beside an idle observer", rounds.line(Way.PLUG_IN, Way.IDLE_OBSERVER));
    print(step, "idle observer beside none", rounds.line(Way.IDLE_OBSERVER, Way.BY_HAND));
    if (PROFILE) {
      for (Way way : WAYS) {
        profile(cluster, step, way);
      }
    }
    // A count, and no time: it is the same on any machine.
    assertThat(rounds.median(Way.PLUG_IN, Spent::busiestOverMean))
        .as("requests of the busiest server over the mean, %s", step)
        .isLessThanOrEqualTo(1.1);
  }

  private static void print(Step step, String what, String line) {
    System.out.printf(
        Locale.ROOT,
        "bench: %s-%,d %s, %s: %s%n",
        step.operation(),
        step.batch(),
        CLIENT.name().toLowerCase(Locale.ROOT),
        what,
        line);
  }

  private static Spent run(ProcessCluster cluster, Step step, Way way, int seconds)
      throws Exception {
    try (DoorLoad load = step.load(cluster, way)) {
      // Connections learn where the regions are before time is taken.
      load.run(1);
      return Spent.on(cluster, way.table(step.batch()), () -> load.run(seconds));
    }
  }

  private static void profile(ProcessCluster cluster, Step step, Way way) throws Exception {
    int[] servers = IntStream.range(0, SERVERS).toArray();
    try (DoorLoad load = step.load(cluster, way)) {
      load.run(1);
      ServerProfile.start(cluster, servers);
      load.run(SECONDS);
      System.out.println(step + " " + way);
      ServerProfile.stop(cluster, servers).lines().forEach(System.out::println);
    }
  }
}
