package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.DoorLoad.Way;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keys in time order, written by many connections in each {@link Way}, in turns on one cluster of
 * processes.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=DoorsBench}; with {@code
 * -Dhalite.bench.servers=4} and the like for other sizes. Prints the median of the rounds for each
 * way: rows a second, processor time of all servers a row, and the busiest server's over the mean.
 */
class DoorsBench {
  private static final String SERVER = "io.halite.coprocessor.door.DoorRpcServer";
  private static final int SERVERS = Integer.getInteger("halite.bench.servers", 3);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 5);
  private static final int CONNECTIONS = Integer.getInteger("halite.bench.connections", 64);
  private static final int BATCH = Integer.getInteger("halite.bench.batch", 100);
  private static final int SECONDS = Integer.getInteger("halite.bench.seconds", 8);

  /** What one way took in one round. */
  record Round(double rowsPerSecond, double microsPerRow, double busiestOverMean) {}

  @Test
  void writesInTimeOrderByEachWay() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(SERVERS)
            .heap(Role.REGIONSERVER, 1024)
            .set(Role.REGIONSERVER, "hbase.rpc.server.impl", SERVER)
            .set(Role.REGIONSERVER, "halite.doors", "all")
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    Map<Way, List<Round>> rounds = new EnumMap<>(Way.class);
    try (ProcessCluster cluster = ProcessCluster.start(plan)) {
      for (Way way : Way.values()) {
        DoorLoad.createTable(cluster, way);
      }
      for (int round = -1; round < ROUNDS; round++) {
        for (Way way : Way.values()) {
          Round done = run(cluster, way, round < 0 ? 2 * SECONDS : SECONDS);
          if (round >= 0) {
            rounds.computeIfAbsent(way, key -> new ArrayList<>()).add(done);
          }
        }
      }
    }
    System.out.printf(
        "%d servers, %d connections, batches of %d, %d rounds of %d s%n",
        SERVERS, CONNECTIONS, BATCH, ROUNDS, SECONDS);
    rounds.forEach((way, of) -> System.out.println(line(way, of)));
    assertThat(rounds).hasSameSizeAs(Way.values());
  }

  private static Round run(ProcessCluster cluster, Way way, int seconds) throws Exception {
    try (DoorLoad load = new DoorLoad(cluster, way, CONNECTIONS, BATCH)) {
      // Connections find their doors, and probes their servers, before anything is counted.
      load.run(4);
      List<Double> before = cpu(cluster);
      long start = System.nanoTime();
      long rows = load.run(seconds);
      double took = (System.nanoTime() - start) / 1e9;
      List<Double> after = cpu(cluster);
      double[] spent = new double[SERVERS];
      for (int server = 0; server < SERVERS; server++) {
        spent[server] = after.get(server) - before.get(server);
      }
      double all = Arrays.stream(spent).sum();
      double most = Arrays.stream(spent).max().orElseThrow();
      return new Round(rows / took, all * 1e6 / rows, most * SERVERS / all);
    }
  }

  /** Seconds of processor time of each region server so far. */
  private static List<Double> cpu(ProcessCluster cluster) {
    return Stream.iterate(0, server -> server + 1)
        .limit(SERVERS)
        .map(server -> ProcessHandle.of(cluster.regionServer(server).pid()).orElseThrow())
        .map(process -> process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9)
        .toList();
  }

  private static String line(Way way, List<Round> rounds) {
    return "%-10s %,8.0f rows/s  %6.1f us a row  busiest/mean %.2f"
        .formatted(
            way,
            median(rounds.stream().map(Round::rowsPerSecond)),
            median(rounds.stream().map(Round::microsPerRow)),
            median(rounds.stream().map(Round::busiestOverMean)));
  }

  private static double median(Stream<Double> values) {
    List<Double> sorted = values.sorted(Comparator.naturalOrder()).toList();
    return sorted.get(sorted.size() / 2);
  }
}
