package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.DoorLoad.Operation;
import io.halite.it.bench.DoorLoad.Way;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;

/**
 * What a door itself costs for each row, beside what storing the row costs on a plain table's hot
 * server, and what receiving it costs on a server that drops it: no door can cost less than that.
 *
 * <p>Four region servers: one has the hot region of a plain table, one the gateway region of a
 * salted table, which stores no rows, one the region that drops its rows, and the last all other
 * regions. So each server's processor time is that of one of the three.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=DoorCostBench}. Prints the medians of
 * the rounds, and with {@code -Dhalite.bench.profile=true} the profile of each by method.
 */
class DoorCostBench {
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 5);
  private static final int CONNECTIONS = Integer.getInteger("halite.bench.connections", 16);
  private static final int BATCH = Integer.getInteger("halite.bench.batch", 100);
  private static final int SECONDS = Integer.getInteger("halite.bench.seconds", 8);

  /** Seconds that each way runs before it is measured. */
  private static final int WARM_UP = Integer.getInteger("halite.bench.warmup", 30);

  /** Whether concurrent forwards share RPCs: {@code on} or {@code off}. */
  private static final String SHARING = System.getProperty("halite.bench.sharing", "off");

  private static final boolean PROFILE = Boolean.getBoolean("halite.bench.profile");
  private static final List<Way> WAYS = List.of(Way.PLAIN, Way.PURE_DOOR, Way.DROPPED);

  @Test
  void theDoorBesideTheHotRegion() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(WAYS.size() + 1)
            .heap(Role.REGIONSERVER, 1024)
            .beside(Path.of("target", "test-classes"))
            .option("-XX:TieredStopAtLevel=4")
            .option(ServerTime.KEEP_COMPILERS)
            .set(Role.REGIONSERVER, "halite.forward.sharing", SHARING)
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    Map<Way, List<Double>> micros = new EnumMap<>(Way.class);
    try (ProcessCluster cluster =
        ProcessCluster.start(PROFILE ? ServerProfile.recording(plan) : plan)) {
      for (Way way : WAYS) {
        DoorLoad.createTable(cluster, way, BATCH);
        place(cluster, way);
      }
      for (int round = -1; round < ROUNDS; round++) {
        for (Way way : WAYS) {
          double row = run(cluster, way, round < 0 ? WARM_UP : SECONDS);
          if (round >= 0) {
            micros.computeIfAbsent(way, key -> new ArrayList<>()).add(row);
          }
        }
      }
    }
    System.out.printf(
        "%d connections, batches of %d, %d rounds of %d s, sharing %s%n",
        CONNECTIONS, BATCH, ROUNDS, SECONDS, SHARING);
    double plain = median(micros.get(Way.PLAIN));
    micros.forEach(
        (way, of) ->
            System.out.printf(
                "%-10s %6.1f us a row, %.2f of %s; of the rounds %s%n",
                way, median(of), median(of) / plain, Way.PLAIN, of));
    assertThat(micros.get(Way.PURE_DOOR)).hasSize(ROUNDS);
  }

  /** The server whose processor time is taken. */
  private static int server(Way way) {
    return WAYS.indexOf(way);
  }

  /** The last region goes to the server of this way, all others to the last server. */
  private static void place(ProcessCluster cluster, Way way) throws Exception {
    for (RegionInfo region : cluster.connection().getAdmin().getRegions(way.table(BATCH))) {
      cluster.move(region, region.getEndKey().length == 0 ? server(way) : WAYS.size());
    }
  }

  /** Microseconds of the server's processor time for each row. */
  private static double run(ProcessCluster cluster, Way way, int seconds) throws Exception {
    try (DoorLoad load =
        new DoorLoad(cluster, way, Operation.PUT, RowClient.Kind.BLOCKING, CONNECTIONS, BATCH)) {
      load.run(2);
      if (PROFILE) {
        ServerProfile.start(cluster, server(way));
      }
      double before = ServerTime.seconds(cluster, server(way));
      long rows = load.run(seconds);
      double spent = ServerTime.seconds(cluster, server(way)) - before;
      if (PROFILE) {
        System.out.println(way);
        ServerProfile.stop(cluster, server(way)).lines().forEach(System.out::println);
      }
      return spent * 1e6 / rows;
    }
  }

  private static double median(List<Double> values) {
    return Stream.of(values.toArray(Double[]::new))
        .sorted()
        .skip(values.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
