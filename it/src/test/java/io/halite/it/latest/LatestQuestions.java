package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn;
import io.halite.it.cluster.RegionChurn.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;

/** Asks a table random questions while its regions split, merge and move. */
final class LatestQuestions {
  private static final String LAYOUT = "key=unit:3 ts:8:revtime tie:*,salt=";

  private LatestQuestions() {}

  /** A table by the name of its kind: without observer, without salt, by key, by the whole row. */
  static TableName table(EmbeddedCluster cluster, String kind) throws Exception {
    String salt =
        switch (kind) {
          case "salted" -> "hash(unit) % 4";
          case "spread" -> "hash(*) % 4";
          default -> "none";
        };
    TableName table = LatestTables.create(cluster, kind, LAYOUT + salt, !kind.equals("plain"));
    LatestTables.fill(cluster, table, 7);
    return table;
  }

  /**
   * Asks, of a client that waits and of one that does not, and holds the answers to the truth.
   *
   * @return what happened meanwhile, to be printed
   */
  static String ask(EmbeddedCluster cluster, TableName table, int questions) throws Exception {
    Random random = new Random(table.hashCode());
    Random splits = new Random(11);
    long pages = 0;
    RandomQuestion.Truth truth;
    try (Table scanned = cluster.connection().getTable(table)) {
      truth = RandomQuestion.Truth.read(scanned);
    }
    try (AsyncConnection asynchronous =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        RegionChurn churn =
            RegionChurn.of(table)
                .steps(Step.SPLIT, Step.MERGE, Step.MOVE)
                .rest(Duration.ofMillis(500))
                .regions(2, 16)
                .splitAt(region -> LatestTables.splitPoint(region.getStartKey(), splits))
                .start(cluster.configuration(), Duration.ofMinutes(10));
        LatestClient waiting = LatestClient.open(cluster.connection(), table);
        LatestClient told = LatestClient.open(asynchronous, table).get(60, TimeUnit.SECONDS)) {
      for (int i = 0; i < questions || churn.changes() == 0; i++) {
        RandomQuestion question = RandomQuestion.of(truth, random);
        Map<String, List<String>> answer = new LinkedHashMap<>();
        pages +=
            (random.nextBoolean()
                    ? answer(waiting, question.query(), answer)
                    : tell(told, question.query(), answer))
                .pages();
        assertThat(answer)
            .as("question %s of %s: %s", i, table, question.query())
            .containsExactlyEntriesOf(question.expected());
      }
      return "%s: %s questions answered in %s pages beside %s"
          .formatted(table, questions, pages, churn);
    }
  }

  private static LatestProgress answer(
      LatestClient client, LatestQuery query, Map<String, List<String>> answer) throws IOException {
    try (LatestAnswers answers = client.ask(query)) {
      answers.forEach(key -> ScannedRows.add(answer, key));
      return answers.progress();
    }
  }

  private static LatestProgress tell(
      LatestClient client, LatestQuery query, Map<String, List<String>> answer) throws Exception {
    LatestProgress progress =
        client.ask(query, key -> ScannedRows.add(answer, key)).get(10, TimeUnit.MINUTES);
    assertThat(progress.slicesDone()).isEqualTo(progress.slices());
    return progress;
  }
}
