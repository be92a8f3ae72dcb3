package io.halite.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.junit.jupiter.api.Test;

/**
 * The same rows in each {@link Way}, in one run: each step is done by every way in turns, in
 * another order each round. Prints a table of the medians for {@code docs/peers.md}.
 */
class PeersBench {
  private static final int SERVERS = 3;
  private static final int ROWS = Integer.getInteger("halite.bench.rows", 500_000);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 9);
  private static final int BATCH = 1_000;
  private static final int GETS = 2_000;
  private static final int RANGE_MINUTES = 1_000;

  private final Map<String, Map<String, List<Spent>>> spent = new LinkedHashMap<>();
  private final Map<String, Way> ways = new LinkedHashMap<>();
  private final List<Flight> flights = Flight.inOrder(ROWS);
  private final List<Reading> readings = Reading.inOrder(ROWS);

  /** What each way does; the answer is a number that is the same for all ways. */
  private interface Step {
    int run(Way way) throws Exception;
  }

  @Test
  void sameRowsInEachWay() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(SERVERS)
            .atMost(Duration.ofHours(1))
            .heap(Role.REGIONSERVER, 2048)
            .option("-XX:TieredStopAtLevel=4")
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    try (ProcessCluster cluster = ProcessCluster.start(plan)) {
      open(cluster.configuration());
      write(cluster);
      settle(cluster.connection().getAdmin());
      read(cluster);
      for (Way way : ways.values()) {
        way.close();
      }
    }
    System.out.printf("peers: %,d rows, %d rounds%n", ROWS, ROUNDS);
    spent.forEach(this::print);
    assertThat(spent).hasSizeGreaterThan(6);
  }

  private void open(Configuration conf) throws Exception {
    ways.put("plain", new PlainWay(conf, ROWS));
    ways.put("Halite", HaliteWay.unchanged(conf));
    ways.put("Halite, plug-in", HaliteWay.plugIn(conf));
    ways.put("by hand", new ByHandWay(conf));
    ways.put("Phoenix", new PhoenixWay(conf));
    for (Way way : ways.values()) {
      way.create();
    }
  }

  /** Each way writes a tenth of all rows in each round. */
  private void write(ProcessCluster cluster) throws Exception {
    int part = ROWS / 10;
    for (int round = 0; round < 10; round++) {
      int from = round * part;
      everyWay(
          cluster,
          round < 2 ? "" : "batch put of 1000 (%,d rows)".formatted(part),
          round,
          way -> {
            for (int at = from; at < from + part; at += BATCH) {
              way.writeFlights(flights.subList(at, Math.min(at + BATCH, from + part)));
            }
            return part;
          });
      everyWay(
          cluster,
          "",
          round,
          way -> {
            for (int at = from; at < from + part; at += BATCH) {
              way.writeReadings(readings.subList(at, Math.min(at + BATCH, from + part)));
            }
            return part;
          });
    }
  }

  private void read(ProcessCluster cluster) throws Exception {
    int minutes = ROWS / 12;
    Random random = new Random(7);
    for (int round = -2; round < ROUNDS; round++) {
      List<Flight> wanted = random.ints(GETS, 0, ROWS).mapToObj(flights::get).toList();
      int minute = random.nextInt(Math.max(1, minutes - RANGE_MINUTES));
      String first = Flight.departure(minute);
      String next = Flight.departure(minute + RANGE_MINUTES);
      String origin = Flight.airport(random.nextInt(60));
      String name = round < 0 ? "" : "%s";
      everyWay(cluster, name.formatted("get, 2,000 of them"), round + 2, way -> way.get(wanted));
      everyWay(
          cluster,
          name.formatted("range in key order (12,000 rows)"),
          round + 2,
          way -> way.range(first, next));
      everyWay(cluster, name.formatted("full scan in key order"), round + 2, Way::scanInOrder);
      everyWay(cluster, name.formatted("full scan in any order"), round + 2, Way::scanInAnyOrder);
      everyWay(
          cluster,
          name.formatted("rows of one origin, mid-key"),
          round + 2,
          way -> way.from(origin));
      everyWay(cluster, name.formatted("newest row of each of 2,000 keys"), round + 2, Way::newest);
    }
  }

  /** Does a step in every way; a step without a name warms up. */
  private void everyWay(ProcessCluster cluster, String step, int round, Step work)
      throws Exception {
    List<String> names = new ArrayList<>(ways.keySet());
    Map<String, Integer> answers = new LinkedHashMap<>();
    for (int turn = 0; turn < names.size(); turn++) {
      String name = names.get((turn + round) % names.size());
      Spent before = Spent.now(cluster);
      answers.put(name, work.run(ways.get(name)));
      Spent took = Spent.now(cluster).since(before);
      if (!step.isEmpty()) {
        spent
            .computeIfAbsent(step, key -> new LinkedHashMap<>())
            .computeIfAbsent(name, key -> new ArrayList<>())
            .add(took);
      }
    }
    assertThat(answers.values()).as("%s of %s", step, answers).doesNotContain(0);
    assertThat(answers.values().stream().distinct()).as("%s: %s", step, answers).hasSize(1);
  }

  /** One file in each region, and nothing that goes on beside the reads. */
  private void settle(Admin admin) throws Exception {
    for (Way way : ways.values()) {
      for (String table : way.tables()) {
        admin.flush(TableName.valueOf(table));
        admin.majorCompact(TableName.valueOf(table));
      }
    }
    TimeUnit.SECONDS.sleep(5);
    for (Way way : ways.values()) {
      for (String table : way.tables()) {
        while (admin.getCompactionState(TableName.valueOf(table)) != CompactionState.NONE) {
          TimeUnit.SECONDS.sleep(1);
        }
      }
    }
  }

  private void print(String step, Map<String, List<Spent>> byWay) {
    System.out.println("peers: " + step);
    double plain = median(byWay.get("plain"), Spent::seconds);
    for (String name : ways.keySet()) {
      List<Spent> of = byWay.get(name);
      double seconds = median(of, Spent::seconds);
      System.out.printf(
          "peers:   | %s | %.3f s | %.2f | %.2f s + %.2f s |%n",
          name, seconds, seconds / plain, median(of, Spent::client), median(of, Spent::servers));
    }
  }

  private static double median(List<Spent> rounds, ToDoubleFunction<Spent> what) {
    double[] sorted = rounds.stream().mapToDouble(what).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
