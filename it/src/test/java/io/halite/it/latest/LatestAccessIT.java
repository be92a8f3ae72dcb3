package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.routing.latest.Column;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedGuardedCluster.class)
class LatestAccessIT {
  private static final TableName TABLE = TableName.valueOf("latest-guarded");
  private static GuardedCluster cluster;

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    LatestTables.create(
        cluster.cluster(),
        "latest-guarded",
        "key=unit:3 ts:8:revtime tie:*,salt=hash(unit) % 4",
        true);
    LatestTables.fill(cluster.cluster(), TABLE, 3);
  }

  private static int keys(String user, LatestQuery query) throws Exception {
    return rows(user, query).size();
  }

  private static Map<String, List<String>> rows(String user, LatestQuery query) throws Exception {
    return cluster.as(user, connection -> rows(connection, query));
  }

  private static Map<String, List<String>> rows(Connection connection, LatestQuery query)
      throws Exception {
    try (LatestClient client = LatestClient.open(connection, TABLE)) {
      return ScannedRows.of(client.ask(query));
    }
  }

  @Test
  void whoMayNotReadIsRefused() {
    assertThatThrownBy(() -> keys("nobody", LatestQuery.newest(1)))
        .hasRootCauseInstanceOf(IOException.class)
        .hasStackTraceContaining(AccessDeniedException.class.getSimpleName());
  }

  @Test
  void whoMayReadAFamilyReadsThatFamily() throws Throwable {
    cluster.grant("reader", TABLE, LatestTables.F, null, Permission.Action.READ);
    LatestQuery query = LatestQuery.newest(1);
    assertThat(keys("reader", query.columns(Column.family(LatestTables.F))))
        .isEqualTo(LatestTables.KEYS);
    assertThat(rows("reader", query))
        .as("all that he may read")
        .isEqualTo(rows("reader", query.columns(Column.family(LatestTables.F))))
        .isNotEqualTo(rows(cluster.cluster().connection(), query));
    assertThatThrownBy(() -> keys("reader", query.columns(Column.family(LatestTables.G))))
        .hasStackTraceContaining(AccessDeniedException.class.getSimpleName());
  }
}
