package io.halite.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
 * The same rows in each {@link Way}, in one run: each step is done by every way, one after the
 * other, in an order that is drawn for each round. Every answer is compared with those of the other
 * ways, by its rows and values. Prints tables of medians and quartiles for {@code docs/peers.md}.
 */
class PeersBench {
  private static final int SERVERS = 3;
  private static final int ROWS = Integer.getInteger("halite.bench.rows", 500_000);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 10);
  private static final int WARM_UP = Integer.getInteger("halite.bench.warmup", 4);
  private static final int PARTS = 20;
  private static final int WARM_UP_PARTS = 8;
  private static final int BATCH = 1_000;
  private static final int GETS = 2_000;
  private static final int RANGES = 20;
  private static final int RANGE_MINUTES = 1_000;

  private final Map<String, Map<String, List<Spent>>> spent = new LinkedHashMap<>();
  private final Map<String, Way> ways = new LinkedHashMap<>();
  private final List<Flight> flights = Flight.inOrder(ROWS);
  private final List<Reading> readings = Reading.inOrder(ROWS);
  private final Random random = new Random(7);

  /** What each way does; the answer is the same for all ways. */
  private interface Step {
    Object run(Way way) throws Exception;
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
      for (int round = -WARM_UP; round < ROUNDS; round++) {
        read(cluster, round >= 0);
      }
      for (Way way : ways.values()) {
        way.close();
      }
    }
    System.out.printf("peers: %,d rows, %d rounds%n", ROWS, ROUNDS);
    spent.forEach(this::print);
    assertThat(spent).hasSize(7);
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

  /** Each way writes a part of all rows in each round. */
  private void write(ProcessCluster cluster) throws Exception {
    int size = ROWS / PARTS;
    for (int part = 0; part < PARTS; part++) {
      List<List<Flight>> ofFlights = new ArrayList<>();
      List<List<Reading>> ofReadings = new ArrayList<>();
      for (int at = part * size; at < (part + 1) * size; at += BATCH) {
        int end = Math.min(at + BATCH, (part + 1) * size);
        ofFlights.add(flights.subList(at, end));
        ofReadings.add(readings.subList(at, end));
      }
      everyWay(
          cluster,
          "batches of 1,000 puts, %,d rows".formatted(size),
          part >= WARM_UP_PARTS,
          way -> {
            for (List<Flight> batch : ofFlights) {
              way.writeFlights(batch);
            }
            return size;
          });
      for (Way way : ways.values()) {
        for (List<Reading> batch : ofReadings) {
          way.writeReadings(batch);
        }
      }
    }
  }

  private void read(ProcessCluster cluster, boolean counts) throws Exception {
    List<Flight> wanted = random.ints(GETS, 0, ROWS).mapToObj(flights::get).toList();
    int minutes = Math.max(1, ROWS / 12 - RANGE_MINUTES);
    int[] starts = random.ints(RANGES, 0, minutes).toArray();
    String origin = Flight.airport(random.nextInt(60));
    everyWay(cluster, "2,000 gets, one by one", counts, way -> way.get(wanted));
    everyWay(
        cluster,
        "20 ranges of 12,000 rows in key order",
        counts,
        way -> {
          List<Object> answers = new ArrayList<>();
          for (int start : starts) {
            String next = Flight.departure(start + RANGE_MINUTES);
            answers.add(way.range(Flight.departure(start), next));
          }
          return answers;
        });
    everyWay(cluster, "full scan in key order", counts, Way::scanInOrder);
    everyWay(cluster, "full scan in any order", counts, Way::scanInAnyOrder);
    everyWay(cluster, "flights from one of 60 airports", counts, way -> way.from(origin));
    everyWay(cluster, "newest row of each of 2,000 routes", counts, Way::newest);
  }

  private void everyWay(ProcessCluster cluster, String step, boolean counts, Step work)
      throws Exception {
    List<String> names = new ArrayList<>(ways.keySet());
    Collections.shuffle(names, random);
    Map<String, Object> answers = new LinkedHashMap<>();
    for (String name : names) {
      System.gc();
      Spent before = Spent.now(cluster);
      answers.put(name, work.run(ways.get(name)));
      Spent took = Spent.now(cluster).since(before);
      if (counts) {
        spent
            .computeIfAbsent(step, key -> new LinkedHashMap<>())
            .computeIfAbsent(name, key -> new ArrayList<>())
            .add(took);
      }
    }
    assertThat(answers.values().stream().distinct()).as("%s: %s", step, answers).hasSize(1);
    assertThat(answers.toString()).as(step).doesNotContain("ordered=false", "rows=0,");
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
    double plain = part(byWay.get("plain"), Spent::seconds, 0.5);
    System.out.printf("peers: | %s | time | quartiles | of plain | processor time |%n", step);
    for (String name : ways.keySet()) {
      List<Spent> of = byWay.get(name);
      double seconds = part(of, Spent::seconds, 0.5);
      System.out.printf(
          "peers: | %s | %.3f s | %.3f to %.3f | %.2f | %.2f s + %.2f s |%n",
          name,
          seconds,
          part(of, Spent::seconds, 0.25),
          part(of, Spent::seconds, 0.75),
          seconds / plain,
          part(of, Spent::client, 0.5),
          part(of, Spent::servers, 0.5));
    }
  }

  /** What this share of the rounds stays below, between two rounds in proportion. */
  private static double part(List<Spent> rounds, ToDoubleFunction<Spent> what, double share) {
    double[] sorted = rounds.stream().mapToDouble(what).sorted().toArray();
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
