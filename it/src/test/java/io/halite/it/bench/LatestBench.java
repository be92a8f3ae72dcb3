package io.halite.it.bench;

import io.halite.client.latest.LatestProgress;
import io.halite.it.cluster.EmbeddedCluster;
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
  private static EmbeddedCluster cluster;
  private static Histories plain;
  private static Histories salted;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(3);
    plain = Histories.plain(cluster, KEYS, HISTORY);
    salted = Histories.salted(cluster, KEYS, HISTORY);
  }

  @AfterAll
  static void stop() throws Exception {
    plain.close();
    salted.close();
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void besideOneScanForEachKey(int limit) throws Exception {
    for (Histories table : new Histories[] {plain, salted}) {
      warmUp(table, limit);
      print(
          table.name() + " N=" + limit + ", a scan a key",
          Ratio.of(5, ROUNDS, () -> {}, () -> table.ask(limit), () -> table.scanEach(limit)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void besideAScanOfEverything(int limit) throws Exception {
    for (Histories table : new Histories[] {plain, salted}) {
      warmUp(table, limit);
      print(
          table.name() + " N=" + limit + ", a full scan",
          Ratio.of(1, 3, () -> {}, () -> table.ask(limit), () -> table.scanAll(limit)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void whatTheRegionsRead(int limit) throws Exception {
    counts(plain, limit);
    counts(salted, limit);
  }

  @Test
  void costsForLongerHistories() throws Exception {
    for (int history = 10; history <= LONGEST; history *= 10) {
      try (Histories table = Histories.plain(cluster, 100, history)) {
        for (int limit : new int[] {1, 10}) {
          warmUp(table, limit);
          counts(table, limit);
          Ratio twice =
              Ratio.of(1, ROUNDS, () -> {}, () -> table.ask(limit), () -> table.ask(limit));
          System.out.printf(
              "bench: %-34s %.4f s (CPU %.4f s)%n",
              table.name() + " N=" + limit, twice.plainSeconds(), twice.plainCpuSeconds());
        }
      }
    }
  }

  /** A server has answered thousands of pages before; the others answer a thousand a round. */
  private static void warmUp(Histories table, int limit) throws Exception {
    for (int round = 0; round < 200; round++) {
      table.ask(limit);
    }
  }

  private static void counts(Histories table, int limit) throws Exception {
    table.ask(limit);
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
        ratio.plainSeconds(),
        ratio.plainCpuSeconds(),
        ratio.saltedSeconds(),
        ratio.saltedCpuSeconds(),
        ratio.times(),
        ratio.cpuTimes());
  }
}
