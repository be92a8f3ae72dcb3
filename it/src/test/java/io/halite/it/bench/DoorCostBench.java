package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.DoorLoad.Way;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;

/**
 * What a door itself costs for each row, beside what storing the row costs on a plain table's hot
 * server.
 *
 * <p>Three region servers: the first has the hot region of a plain table, the second the gateway
 * region of a salted table, which stores no rows, and the third all other regions. So the first
 * server's processor time is that of the hot region, and the second's that of the door.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=DoorCostBench}. Prints the medians of
 * the rounds, and with {@code -Dhalite.bench.profile=true} the profile of each by method.
 */
class DoorCostBench {
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 5);
  private static final int CONNECTIONS = Integer.getInteger("halite.bench.connections", 16);
  private static final int BATCH = Integer.getInteger("halite.bench.batch", 100);
  private static final int SECONDS = Integer.getInteger("halite.bench.seconds", 8);

  /** Whether concurrent forwards share RPCs: {@code on} or {@code off}. */
  private static final String SHARING = System.getProperty("halite.bench.sharing", "off");

  private static final boolean PROFILE = Boolean.getBoolean("halite.bench.profile");
  private static final List<Way> WAYS = List.of(Way.PLAIN, Way.PURE_DOOR);

  @Test
  void theDoorBesideTheHotRegion() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(3)
            .heap(Role.REGIONSERVER, 1024)
            .option("-XX:TieredStopAtLevel=4")
            .set(Role.REGIONSERVER, "halite.forward.sharing", SHARING)
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    Map<Way, List<Double>> micros = new EnumMap<>(Way.class);
    try (ProcessCluster cluster = ProcessCluster.start(plan)) {
      for (Way way : WAYS) {
        DoorLoad.createTable(cluster, way);
        place(cluster, way);
      }
      for (int round = -1; round < ROUNDS; round++) {
        for (Way way : WAYS) {
          double row = run(cluster, way, round < 0 ? 3 * SECONDS : SECONDS);
          if (round >= 0) {
            micros.computeIfAbsent(way, key -> new ArrayList<>()).add(row);
          }
        }
      }
    }
    double plain = median(micros.get(Way.PLAIN));
    double door = median(micros.get(Way.PURE_DOOR));
    System.out.printf(
        "%d connections, batches of %d, %d rounds of %d s, sharing %s: hot region %.1f us a row, door %.1f us"
            + " a row, ratio %.2f; of the rounds %s and %s%n",
        CONNECTIONS,
        BATCH,
        ROUNDS,
        SECONDS,
        SHARING,
        plain,
        door,
        door / plain,
        micros.get(Way.PLAIN),
        micros.get(Way.PURE_DOOR));
    assertThat(micros.get(Way.PURE_DOOR)).hasSize(ROUNDS);
  }

  /** The server whose processor time is taken. */
  private static int server(Way way) {
    return WAYS.indexOf(way);
  }

  /** The last region goes to the server of this way, all others to the third. */
  private static void place(ProcessCluster cluster, Way way) throws Exception {
    for (RegionInfo region : cluster.connection().getAdmin().getRegions(way.table())) {
      cluster.move(region, region.getEndKey().length == 0 ? server(way) : 2);
    }
  }

  /** Microseconds of the server's processor time for each row. */
  private static double run(ProcessCluster cluster, Way way, int seconds) throws Exception {
    try (DoorLoad load = new DoorLoad(cluster, way, CONNECTIONS, BATCH)) {
      load.run(2);
      if (PROFILE) {
        ServerProfile.start(cluster, server(way));
      }
      double before = cpu(cluster, way);
      long rows = load.run(seconds);
      double spent = cpu(cluster, way) - before;
      if (PROFILE) {
        System.out.println(way);
        ServerProfile.stop(cluster, server(way)).lines().forEach(System.out::println);
      }
      return spent * 1e6 / rows;
    }
  }

  /** Seconds of processor time of the server so far. */
  private static double cpu(ProcessCluster cluster, Way way) {
    return ProcessHandle.of(cluster.regionServer(server(way)).pid())
            .orElseThrow()
            .info()
            .totalCpuDuration()
            .orElseThrow()
            .toNanos()
        / 1e9;
  }

  private static double median(List<Double> values) {
    return Stream.of(values.toArray(Double[]::new))
        .sorted()
        .skip(values.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
