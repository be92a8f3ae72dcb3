package io.halite.it.bench;

import io.halite.client.latest.LatestProgress;
import io.halite.it.cluster.EmbeddedCluster;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The newest rows of each key: the endpoint beside one scan a key and beside a scan of everything.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=LatestBench}; prints one line a figure.
 */
class LatestBench {
  private static final int KEYS = Integer.getInteger("halite.bench.keys", 1_000);
  private static final int HISTORY = Integer.getInteger("halite.bench.history", 1_000);
  private static final int LONGEST = Integer.getInteger("halite.bench.longest", 10_000);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 9);
  private static final int WARM_UP = Integer.getInteger("halite.bench.warm", 60);
  private static final int IN_A_ROW = 10;
  private static EmbeddedCluster cluster;
  private static List<Histories> tables;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(3);
    tables =
        List.of(
            Histories.plain(cluster, KEYS, HISTORY),
            Histories.indexed(cluster, KEYS, HISTORY),
            Histories.salted(cluster, KEYS, HISTORY),
            Histories.saltedIndexed(cluster, KEYS, HISTORY));
    // Servers that have been up for long: all ways of asking are compiled.
    for (int round = 0; round < WARM_UP; round++) {
      tables.get(round % 4).ask(10);
      tables.get(round % 4).scanEach(1 + round % 2);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    for (Histories table : tables) {
      table.close();
    }
    cluster.close();
  }

  private static Ratio.Work asks(Histories table, int limit) {
    return () -> {
      for (int i = 0; i < IN_A_ROW; i++) {
        table.ask(limit);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void besideOneScanForEachKey(int limit) throws Exception {
    for (Histories table : tables) {
      print(
          table.name() + " N=" + limit + ", a scan a key",
          Ratio.of(2, ROUNDS, () -> {}, asks(table, limit), () -> table.scanEach(limit)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void besideAScanOfEverything(int limit) throws Exception {
    for (Histories table : tables) {
      print(
          table.name() + " N=" + limit + ", a full scan",
          Ratio.of(1, 3, () -> {}, asks(table, limit), () -> table.scanAll(limit)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void whatTheRegionsRead(int limit) throws Exception {
    for (Histories table : tables) {
      counts(table, limit);
    }
  }

  @Test
  void costsForLongerHistories() throws Exception {
    for (int history = 10; history <= LONGEST; history *= 10) {
      try (Histories table = Histories.plain(cluster, 100, history)) {
        for (int limit : new int[] {1, 10}) {
          asks(table, limit).run();
          counts(table, limit);
          Ratio twice = Ratio.of(2, ROUNDS, () -> {}, asks(table, limit), asks(table, limit));
          System.out.printf(
              "bench: %-34s %.4f s (CPU %.4f s)%n",
              table.name() + " N=" + limit,
              twice.plainSeconds() / IN_A_ROW,
              twice.plainCpuSeconds() / IN_A_ROW);
        }
      }
    }
  }

  private static void counts(Histories table, int limit) throws Exception {
    ServerCounts before = ServerCounts.of(cluster, table.name());
    LatestProgress progress = table.ask(limit);
    System.out.printf(
        "bench: %-34s %d rows returned, %s; pages %d from %d regions; %s%n",
        table.name() + " N=" + limit,
        table.keys() * Math.min(limit, table.history()),
        progress.work(),
        progress.pages(),
        table.regions(),
        ServerCounts.of(cluster, table.name()).since(before));
  }

  private static void print(String what, Ratio ratio) {
    System.out.printf(
        "bench: %-34s endpoint %.4f s (CPU %.4f s), other %.3f s (CPU %.3f s): %.1f times the"
            + " time, %.1f times the CPU%n",
        what,
        ratio.plainSeconds() / IN_A_ROW,
        ratio.plainCpuSeconds() / IN_A_ROW,
        ratio.saltedSeconds(),
        ratio.saltedCpuSeconds(),
        ratio.times() * IN_A_ROW,
        ratio.cpuTimes() * IN_A_ROW);
  }
}
