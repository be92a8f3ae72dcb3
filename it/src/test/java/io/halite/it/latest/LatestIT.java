package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatestIT {
  private static final int QUESTIONS = 50;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(2);
    for (String kind : List.of("plain", "named", "salted", "spread")) {
      LatestQuestions.table(cluster, kind);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "named", "salted", "spread"})
  void randomQuestionsAreAnsweredAsAScanWouldWhileRegionsSplitMergeAndMove(String kind)
      throws Exception {
    LatestQuestions.ask(cluster, TableName.valueOf(kind), QUESTIONS);
  }

  @Test
  void whatARegionRefusesReachesTheClientWithRuleAndTable() throws Exception {
    TableName table = TableName.valueOf("salted");
    try (LatestClient client = LatestClient.open(cluster.connection(), table)) {
      assertThatThrownBy(() -> client.ask(LatestQuery.newest(1).where("nowhere = 1")).next())
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("nowhere")
          .hasMessageContaining("table 'salted'");
      assertThatThrownBy(
              () ->
                  client
                      .ask(
                          LatestQuery.newest(1)
                              .aggregate(
                                  Column.of(LatestTables.G, LatestTables.B), ColumnType.LONG))
                      .next())
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("g:b")
          .hasMessageContaining("3 bytes given, 8 expected");
    }
  }
}
