package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.client.latest.page.Column;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.PermissionStorage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LatestAccessIT {
  private static final TableName TABLE = TableName.valueOf("guarded");
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(1, LatestAccessIT::guard);
    cluster.utility().waitTableAvailable(PermissionStorage.ACL_TABLE_NAME);
    LatestTables.create(
        cluster, "guarded", "key=unit:3 ts:8:revtime tie:*,salt=hash(unit) % 4", true);
    LatestTables.fill(cluster, TABLE, 3);
  }

  private static void guard(Configuration settings) {
    settings.setBoolean("hbase.security.authorization", true);
    settings.set("hbase.superuser", System.getProperty("user.name"));
    for (String host : new String[] {"master", "region", "regionserver"}) {
      settings.set("hbase.coprocessor." + host + ".classes", AccessController.class.getName());
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static int keys(String user, LatestQuery query) throws Exception {
    PrivilegedExceptionAction<Integer> asking =
        () -> {
          try (Connection connection = ConnectionFactory.createConnection(cluster.configuration());
              LatestClient client = LatestClient.open(connection, TABLE)) {
            return ScannedRows.of(client.ask(query)).size();
          }
        };
    return User.createUserForTesting(cluster.configuration(), user, new String[0]).runAs(asking);
  }

  @Test
  void whoMayNotReadIsRefused() {
    assertThatThrownBy(() -> keys("nobody", LatestQuery.newest(1)))
        .hasRootCauseInstanceOf(IOException.class)
        .hasStackTraceContaining(AccessDeniedException.class.getSimpleName());
  }

  @Test
  void whoMayReadAFamilyReadsThatFamily() throws Throwable {
    AccessControlClient.grant(
        cluster.connection(), TABLE, "reader", LatestTables.F, null, Permission.Action.READ);
    LatestQuery query = LatestQuery.newest(1);
    assertThat(keys("reader", query.columns(Column.family(LatestTables.F))))
        .isEqualTo(LatestTables.KEYS);
    assertThatThrownBy(() -> keys("reader", query.columns(Column.family(LatestTables.G))))
        .hasStackTraceContaining(AccessDeniedException.class.getSimpleName());
  }
}
