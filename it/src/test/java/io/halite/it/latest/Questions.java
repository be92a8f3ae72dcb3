package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
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
final class Questions {
  private static final String LAYOUT = "key=unit:3 ts:8:revtime tie:*,salt=";

  private Questions() {}

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

  /** Asks, of a client that waits and of one that does not, and holds the answers to the truth. */
  static void ask(EmbeddedCluster cluster, TableName table, int questions) throws Exception {
    Random random = new Random(table.hashCode());
    RandomQuestion.Truth truth;
    try (Table scanned = cluster.connection().getTable(table)) {
      truth = RandomQuestion.Truth.read(scanned);
    }
    try (AsyncConnection asynchronous =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        Restlessness restlessness = Restlessness.start(cluster, table);
        LatestClient waiting = LatestClient.open(cluster.connection(), table);
        LatestClient told = LatestClient.open(asynchronous, table).get(60, TimeUnit.SECONDS)) {
      for (int i = 0; i < questions || restlessness.changes() == 0; i++) {
        RandomQuestion question = RandomQuestion.of(truth, random);
        Map<String, List<String>> answer =
            random.nextBoolean()
                ? ScannedRows.of(waiting.ask(question.query()))
                : tell(told, question.query());
        assertThat(answer)
            .as("question %s of %s: %s", i, table, question.query())
            .containsExactlyEntriesOf(question.expected());
      }
    }
  }

  private static Map<String, List<String>> tell(LatestClient client, LatestQuery query)
      throws Exception {
    Map<String, List<String>> told = new LinkedHashMap<>();
    LatestProgress progress =
        client.ask(query, answer -> ScannedRows.add(told, answer)).get(10, TimeUnit.MINUTES);
    assertThat(progress.slicesDone()).isEqualTo(progress.slices());
    return told;
  }
}
