package io.halite.it.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.master.SaltingMasterObserver;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.VerifyWALEntriesReplicationEndpoint;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.PermissionStorage;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.util.StringUtils;
import org.junit.jupiter.api.Test;

/** What a stranger hears of a table from the master: nothing, in either order. */
class MasterOrderIT {
  private static final TableName TABLE = TableName.valueOf("guarded");
  private static final String OBSERVER = SaltingMasterObserver.class.getName();
  private static final String ACCESS = AccessController.class.getName();

  private static EmbeddedCluster start(String classes) throws Exception {
    EmbeddedCluster cluster = EmbeddedCluster.start(1, site -> guard(site, classes));
    cluster.utility().waitTableAvailable(PermissionStorage.ACL_TABLE_NAME);
    return cluster;
  }

  private static void guard(Configuration site, String classes) {
    site.setBoolean("hbase.security.authorization", true);
    site.set("hbase.superuser", System.getProperty("user.name"));
    site.set(CoprocessorHost.MASTER_COPROCESSOR_CONF_KEY, classes);
    site.set(CoprocessorHost.REGION_COPROCESSOR_CONF_KEY, ACCESS);
    site.set(CoprocessorHost.REGIONSERVER_COPROCESSOR_CONF_KEY, ACCESS);
  }

  private static void alterAsStranger(EmbeddedCluster cluster, TableDescriptor altered)
      throws Exception {
    alterAs("stranger", cluster, altered);
  }

  private static void alterAs(String user, EmbeddedCluster cluster, TableDescriptor altered)
      throws Exception {
    PrivilegedExceptionAction<Void> altering =
        () -> {
          try (Connection connection = ConnectionFactory.createConnection(cluster.configuration());
              Admin admin = connection.getAdmin()) {
            admin.modifyTable(altered);
            return null;
          }
        };
    User.createUserForTesting(cluster.configuration(), user, new String[0]).runAs(altering);
  }

  private static TablePlan salted() {
    return TestTable.named(TABLE).salted(TestTable.FOUR_BUCKETS).splitBuckets();
  }

  private static TableDescriptor saltedOtherwise() {
    return TestTable.named(TABLE).salted("key=row:*,salt=hash(*) % 8").descriptor();
  }

  @Test
  void behindTheAccessControllerAStrangerIsRefusedBeforeHalite() throws Exception {
    try (EmbeddedCluster cluster = start(ACCESS + "," + OBSERVER)) {
      salted().create(cluster);
      cluster.connection().getTable(TABLE).put(TextRows.put("row", "value"));
      assertThatThrownBy(() -> alterAsStranger(cluster, saltedOtherwise()))
          .hasStackTraceContaining("AccessDeniedException")
          .satisfies(MasterOrderIT::tellsNoSpec);
      aUserWhoMayNotListPeersHearsWhichOneWouldMissTheTable(cluster);
    }
  }

  private static void aUserWhoMayNotListPeersHearsWhichOneWouldMissTheTable(EmbeddedCluster cluster)
      throws Exception {
    Admin admin = cluster.connection().getAdmin();
    admin.addReplicationPeer(
        "all",
        ReplicationPeerConfig.newBuilder()
            .setReplicationEndpointImpl(VerifyWALEntriesReplicationEndpoint.class.getName())
            .build(),
        false);
    admin.grant(
        new UserPermission(
            "owner", Permission.newBuilder(TABLE).withActions(Permission.Action.CREATE).build()),
        false);
    ColumnFamilyDescriptor replicated =
        ColumnFamilyDescriptorBuilder.newBuilder(TestTable.F)
            .setScope(HConstants.REPLICATION_SCOPE_GLOBAL)
            .build();
    TableDescriptor altered =
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(TABLE))
            .modifyColumnFamily(replicated)
            .build();
    assertThatThrownBy(() -> alterAs("owner", cluster, altered))
        .hasStackTraceContaining("peer 'all' is to receive table 'guarded'");
    cluster.connection().getTable(TABLE).put(TextRows.put("row", "another value"));
  }

  @Test
  void beforeTheAccessControllerEverybodyHearsOfTheOrderAlone() throws Exception {
    try (EmbeddedCluster cluster = start(OBSERVER + "," + ACCESS)) {
      Admin admin = cluster.connection().getAdmin();
      String cure = "name the observer behind it";
      assertThatThrownBy(() -> salted().create(cluster))
          .hasStackTraceContaining(cure)
          .satisfies(MasterOrderIT::tellsNoSpec);
      assertThatThrownBy(() -> alterAsStranger(cluster, saltedOtherwise()))
          .satisfies(MasterOrderIT::tellsNoSpec);
      assertThat(admin.tableExists(TABLE)).isFalse();
    }
  }

  private static void tellsNoSpec(Throwable refusal) {
    assertThat(StringUtils.stringifyException(refusal)).doesNotContain("salt=hash");
  }
}
