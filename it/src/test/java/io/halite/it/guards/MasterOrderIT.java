package io.halite.it.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.master.SaltingMasterObserver;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.routing.table.TableAttributes;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
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
  private static final String INDEX = ",index=byBuyer(f:buyer)";
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
    as(user, cluster, admin -> admin.modifyTable(altered));
  }

  private interface Request {
    void send(Admin admin) throws Exception;
  }

  private static void as(String user, EmbeddedCluster cluster, Request request) throws Exception {
    PrivilegedExceptionAction<Void> sending =
        () -> {
          try (Connection connection = ConnectionFactory.createConnection(cluster.configuration());
              Admin admin = connection.getAdmin()) {
            request.send(admin);
            return null;
          }
        };
    User.createUserForTesting(cluster.configuration(), user, new String[0]).runAs(sending);
  }

  private static void grantCreate(EmbeddedCluster cluster, TableName table) throws Exception {
    Permission create = Permission.newBuilder(table).withActions(Permission.Action.CREATE).build();
    cluster.connection().getAdmin().grant(new UserPermission("owner", create), false);
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
      anOwnerAltersATableWhoseIndexTableIsAnothers(cluster);
      aTableThatDoesNotConsentIsRefusedWithoutItsValues(cluster);
      aStrangerTruncatesNoRegionOfAPlainTable(cluster);
      aUserWhoMayNotListPeersHearsWhichOneWouldMissTheTable(cluster);
    }
  }

  private static void anOwnerAltersATableWhoseIndexTableIsAnothers(EmbeddedCluster cluster)
      throws Exception {
    TestTable orders =
        TestTable.named("orders").salted("key=row:4,salt=hash(row) % 4" + INDEX).create(cluster);
    grantCreate(cluster, orders.name());
    assertThatThrownBy(
            () -> as("owner", cluster, a -> a.getDescriptor(orders.indexTables().get(0))))
        .hasStackTraceContaining("AccessDeniedException");
    alterAs("owner", cluster, livingFor(orders, 7_000_000));
    assertThat(orders.admin().getDescriptor(orders.name()).getColumnFamily(TestTable.F))
        .returns(7_000_000, ColumnFamilyDescriptor::getTimeToLive);
  }

  private static TableDescriptor livingFor(TestTable table, int seconds) throws Exception {
    return TableDescriptorBuilder.newBuilder(table.admin().getDescriptor(table.name()))
        .modifyColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(TestTable.F).setTimeToLive(seconds).build())
        .build();
  }

  private static void aTableThatDoesNotConsentIsRefusedWithoutItsValues(EmbeddedCluster cluster)
      throws Exception {
    String spec = "key=row:4,salt=hash(row) % 4";
    TestTable shop = TestTable.named("shop").salted(spec).create(cluster);
    TestTable.named("shop-byBuyer").value("halite.index.of", "secret").create(cluster);
    grantCreate(cluster, shop.name());
    TableDescriptor indexed =
        TableDescriptorBuilder.newBuilder(shop.admin().getDescriptor(shop.name()))
            .setValue("coprocessor$1", TableAttributes.salting(spec + INDEX))
            .build();
    assertThatThrownBy(() -> alterAs("owner", cluster, indexed))
        .hasStackTraceContaining("of a table consents to entries by this value")
        .satisfies(e -> assertThat(StringUtils.stringifyException(e)).doesNotContain("secret"));
  }

  /** HBase asks nobody's right to do so; to read the descriptor first, the observer needs one. */
  private static void aStrangerTruncatesNoRegionOfAPlainTable(EmbeddedCluster cluster)
      throws Exception {
    TestTable plain = TestTable.named("plain").create(cluster);
    plain.put(List.of("row"));
    byte[] region = plain.admin().getRegions(plain.name()).get(0).getRegionName();
    assertThatThrownBy(() -> as("stranger", cluster, admin -> admin.truncateRegion(region)))
        .hasStackTraceContaining("AccessDeniedException");
    assertThat(plain.scan(new Scan())).containsExactly("row");
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
    grantCreate(cluster, TABLE);
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
