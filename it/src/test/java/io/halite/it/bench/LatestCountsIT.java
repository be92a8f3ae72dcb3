package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.routing.latest.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What newest rows cost, in counts that are the same on every machine. */
@ExtendWith(SharedCluster.class)
class LatestCountsIT {
  private static final int KEYS = 32;

  private static EmbeddedCluster cluster;
  private static final TreeMap<Integer, Histories> PLAIN = new TreeMap<>();
  private static final TreeMap<Integer, Histories> SALTED = new TreeMap<>();

  @BeforeAll
  static void fill(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    for (int history = 10; history <= 1_000; history *= 10) {
      PLAIN.put(history, Histories.plain(cluster, KEYS, history));
      SALTED.put(history, Histories.salted(cluster, KEYS, history));
    }
  }

  @AfterAll
  static void drop() throws Exception {
    List<Histories> all = new ArrayList<>(PLAIN.values());
    all.addAll(SALTED.values());
    for (Histories table : all) {
      table.close();
      cluster.utility().deleteTable(table.name());
    }
  }

  private static TreeMap<Integer, Histories> tables(String kind) {
    return kind.equals("plain") ? PLAIN : SALTED;
  }

  @ParameterizedTest
  @CsvSource({"plain, 1", "plain, 10", "salted, 1", "salted, 10"})
  void rowsReadAreThoseReturnedAndAtMostOneMoreForEachKey(String kind, int limit) throws Exception {
    for (Histories table : tables(kind).values()) {
      ServerCounts before = ServerCounts.of(cluster, table.name());
      LatestProgress progress = table.ask(limit);
      ServerCounts spent = ServerCounts.of(cluster, table.name()).since(before);
      double allowed = 1.1 * KEYS * limit + KEYS;
      assertThat((double) progress.work().rows())
          .as("rows read of %s, N=%s", table.name(), limit)
          .isLessThanOrEqualTo(allowed);
      // HBase counts the same, and the end of each region's range.
      assertThat(spent.rows())
          .isBetween(progress.work().rows(), progress.work().rows() + 2 * table.regions());
    }
  }

  @ParameterizedTest
  @CsvSource({"plain, 1", "plain, 10", "salted, 1", "salted, 10"})
  void aQuestionCostsOneCallForEachPageOfEachRegionAndNoOther(String kind, int limit)
      throws Exception {
    Histories table = tables(kind).lastEntry().getValue();
    long fewest = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      ServerCounts before = ServerCounts.of(cluster, table.name());
      assertThat(table.ask(limit).pages()).isEqualTo(table.regions());
      // The master's calls to the servers are among them, now and then.
      fewest = Math.min(fewest, ServerCounts.of(cluster, table.name()).since(before).requests());
    }
    assertThat(fewest).isEqualTo(table.regions());
  }

  @ParameterizedTest
  @CsvSource({"plain, 1", "plain, 10", "salted, 1", "salted, 10"})
  void costsDoNotGrowWithTheHistory(String kind, int limit) throws Exception {
    List<Work> costs = new ArrayList<>();
    for (Histories table : tables(kind).tailMap(limit, false).values()) {
      costs.add(table.ask(limit).work());
    }
    assertThat(costs).hasSizeBetween(2, 3);
    assertFlat(costs, Work::rows);
    assertFlat(costs, Work::cells);
    assertFlat(costs, Work::seeks);
  }

  private static final LatestQuery BETWEEN = LatestQuery.newest(10_000).between(496, 500);

  static Stream<Arguments> choices() {
    return Stream.of("plain", "salted")
        .flatMap(
            kind ->
                Stream.of(
                    Arguments.of(kind, 10, LatestQuery.newest(10).each(Duration.ofMillis(100))),
                    Arguments.of(kind, 3, LatestQuery.at(10, 500, 900)),
                    Arguments.of(kind, 5, BETWEEN),
                    Arguments.of(kind, 1, LatestQuery.firstAfter(500)),
                    Arguments.of(kind, 4, LatestQuery.oldest(4))));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void rowsByTimeAreSoughtAndNotReadUpTo(String kind, int rowsOfAKey, LatestQuery query)
      throws Exception {
    Histories table = tables(kind).lastEntry().getValue();
    assertThat(table.history()).isEqualTo(1_000);
    ServerCounts before = ServerCounts.of(cluster, table.name());
    Histories.Answered answered = table.ask(query);
    ServerCounts spent = ServerCounts.of(cluster, table.name()).since(before);
    assertThat(answered.rows()).isEqualTo(KEYS * rowsOfAKey);
    // The newest row of a key that is too new, its last step, or the row behind its key; both ends
    // of a window, if it has two.
    boolean windowed = query.equals(BETWEEN);
    double allowed = 1.1 * answered.rows() + (windowed ? 2.0 : 1.0) * KEYS + 2.0 * table.regions();
    assertThat((double) answered.progress().work().rows()).isLessThanOrEqualTo(allowed);
    assertThat(answered.progress().work().seeks()).isLessThanOrEqualTo(answered.rows() + 2L * KEYS);
    // HBase counts the same, and the ends of ranges that scanners met.
    assertThat((double) spent.rows()).isLessThanOrEqualTo(allowed + KEYS + 2.0 * table.regions());
    assertThat(answered.progress().pages()).isEqualTo(table.regions());
    assertThat(answered.progress().share()).isEqualTo(1);
  }

  private static void assertFlat(List<Work> costs, ToLongFunction<Work> count) {
    long least = costs.stream().mapToLong(count).min().orElseThrow();
    long most = costs.stream().mapToLong(count).max().orElseThrow();
    assertThat(least).isPositive();
    assertThat((double) most).as("%s", costs).isLessThanOrEqualTo(1.5 * least);
  }
}
