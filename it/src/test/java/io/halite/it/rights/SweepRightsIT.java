package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexFill;
import io.halite.client.index.IndexFill.Filled;
import io.halite.client.index.IndexLookup;
import io.halite.client.index.IndexSweep;
import io.halite.client.index.IndexSweep.Swept;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.AuthManager;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.PermissionStorage;
import org.apache.hadoop.hbase.security.visibility.VisibilityController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An index entry looks stale to whoever does not see its row, and a fill leaves the row out. */
@ExtendWith(SharedGuardedCluster.class)
class SweepRightsIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] BUYER = Bytes.toBytes("buyer");
  private static final byte[] OTHER = Bytes.toBytes("other");
  private static final TableName ORDERS = TableName.valueOf("swept-orders");
  private static final TableName ENTRIES = TableName.valueOf("swept-orders-byBuyer");

  private static Swept sweep(GuardedCluster cluster, String user) throws IOException {
    return sweep(IndexLookup.of(cluster.connection(user), ORDERS, "byBuyer"));
  }

  private static Swept sweep(IndexLookup byBuyer) throws IOException {
    long now = System.currentTimeMillis() + 2 * IndexSweep.YOUNGEST.toMillis();
    return byBuyer.sweep(IndexSweep.YOUNGEST).run(now, so -> {});
  }

  private static Filled fill(GuardedCluster cluster, String user) throws IOException {
    return IndexLookup.of(cluster.connection(user), ORDERS, "byBuyer").fill().run(so -> {});
  }

  @Test
  void whoDoesNotSeeTheIndexedColumnSweepsAndFillsNothing(GuardedCluster cluster) throws Exception {
    String spec = "key=order:3,salt=hash(*) % 2,index=byBuyer(f:buyer)";
    try (TestTable orders =
        TestTable.named(ORDERS).salted(spec).families(F).create(cluster.cluster())) {
      orders
          .table()
          .put(new Put(Bytes.toBytes("001")).addColumn(F, BUYER, BUYER).addColumn(F, OTHER, OTHER));
      cluster.grant("seller", ORDERS, F, OTHER, Action.READ);
      cluster.grant("seller", ENTRIES, null, null, Action.READ, Action.WRITE);
      assertThatThrownBy(() -> sweep(cluster, "seller"))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessageContaining("nothing was swept: 'byBuyer' of table 'swept-orders'")
          .hasMessageContaining("all of family 'f'");
      assertThatThrownBy(() -> fill(cluster, "seller"))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessageContaining("nothing was filled: 'byBuyer' of table 'swept-orders'")
          .hasMessageContaining("all of family 'f'");
      cluster.grant("clerk", ORDERS, F, null, Action.READ);
      cluster.grant("clerk", ENTRIES, null, null, Action.READ, Action.WRITE);
      assertThat(sweep(cluster, "clerk")).isEqualTo(new Swept(1, 0, 0));
      assertThat(fill(cluster, "clerk")).isEqualTo(new Filled(1, 0));
    }
  }

  /** The scan of the second region is judged when the first has been read. */
  @Test
  void whoLosesTheRightDuringAFillLeavesNoRowOutInSilence(GuardedCluster cluster) throws Exception {
    String spec = "key=order:4,salt=hash(*) % 2,index=byBuyer(f:buyer)";
    try (TestTable orders =
        TestTable.named(ORDERS).salted(spec).splits("5").create(cluster.cluster())) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 1_600; i++) {
        // An answer of a scanner holds 512 of them, and the right ends behind the first 1,000.
        puts.add(order("%04d".formatted(i)).addColumn(F, OTHER, new byte[4_096]));
      }
      puts.add(order("5000"));
      orders.table().put(puts);
      cluster.grant("leaver", ORDERS, F, null, Action.READ);
      cluster.grant("leaver", ORDERS, F, OTHER, Action.READ);
      cluster.grant("leaver", ENTRIES, null, null, Action.READ, Action.WRITE);
      IndexFill fill = IndexLookup.of(cluster.connection("leaver"), ORDERS, "byBuyer").fill();
      assertThatThrownBy(() -> fill.run(so -> leave(cluster)))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessageContaining("halite.whole");
      assertThatThrownBy(() -> sweep(cluster, "leaver"))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessageContaining("nothing was swept");
    }
  }

  private static Put order(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, BUYER, BUYER);
  }

  /** Takes the right to read the family, and waits until each region knows. */
  private static void leave(GuardedCluster cluster) {
    try {
      AccessControlClient.revoke(
          cluster.cluster().connection(), ORDERS, "leaver", F, null, Action.READ);
      awaitRight(cluster, "leaver", false);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** What each region of the table knows of users. */
  private static List<AuthManager> known(GuardedCluster cluster) {
    return cluster.cluster().utility().getMiniHBaseCluster().getRegions(ORDERS).stream()
        .map(region -> region.getCoprocessorHost().findCoprocessor(AccessController.class))
        .map(AccessController::getAuthManager)
        .toList();
  }

  private static void awaitRight(GuardedCluster cluster, String user, boolean given)
      throws Exception {
    User asked = cluster.user(user);
    Polling.until(
        "each region knows whether the user may read the family",
        () ->
            known(cluster).stream()
                .allMatch(
                    each -> each.authorizeUserTable(asked, ORDERS, F, null, Action.READ) == given));
  }

  /** The master lets the user sweep, and the regions have not heard of the right. */
  @Test
  void whereRegionsAreBehindTheMasterNothingIsSweptOrFilled(GuardedCluster cluster)
      throws Exception {
    String spec = "key=order:4,salt=hash(*) % 2,index=byBuyer(f:buyer)";
    Configuration conf = cluster.cluster().configuration();
    try (TestTable orders =
            TestTable.named(ORDERS).salted(spec).families(F).create(cluster.cluster());
        Table entries = cluster.cluster().connection().getTable(ENTRIES)) {
      orders.table().put(order("0001").addColumn(F, OTHER, OTHER));
      cluster.grant("promoted", ENTRIES, null, null, Action.READ, Action.WRITE);
      cluster.grant("promoted", ORDERS, F, OTHER, Action.READ);
      byte[] former =
          PermissionStorage.writePermissionsAsBytes(
              PermissionStorage.getTablePermissions(conf, ORDERS), conf);
      cluster.grant("promoted", ORDERS, F, null, Action.READ);
      awaitRight(cluster, "promoted", true);
      for (AuthManager each : known(cluster)) {
        each.refreshTableCacheFromWritable(ORDERS, former);
      }
      assertHidesNothing(cluster.connection("promoted"));
      new PluginConnections(cluster).blocking("promoted", SweepRightsIT::assertHidesNothing);
      try (ResultScanner left = entries.getScanner(new Scan())) {
        assertThat(left).hasSize(1);
      }
    }
  }

  private static void assertHidesNothing(Connection user) throws IOException {
    IndexLookup byBuyer = IndexLookup.of(user, ORDERS, "byBuyer");
    assertThatThrownBy(() -> sweep(byBuyer))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("halite.whole");
    assertThatThrownBy(() -> byBuyer.fill().run(so -> {}))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("halite.whole");
  }

  /** HBase takes the user for a superuser by the group, and the judge does not. */
  @ParameterizedTest
  @CsvSource({"hash(*) % 2, true", "random % 2, false"})
  void whereAJudgeOfAnotherHouseHidesCellsNothingIsSweptOrFilled(
      String salt, boolean plugIn, GuardedCluster cluster) throws Exception {
    Configuration conf = cluster.cluster().configuration();
    User member =
        User.createUserForTesting(
            conf, HidingAuthorization.USER, new String[] {GuardedCluster.SUPERUSERS});
    PrivilegedExceptionAction<Connection> connecting =
        () ->
            ConnectionFactory.createConnection(
                plugIn ? new PluginConnections(cluster).direct() : conf);
    try (TestTable orders =
            TestTable.named(ORDERS)
                .salted("key=order:3,salt=" + salt + ",index=byBuyer(f:buyer)")
                .coprocessor(HidingAuthorization.class, 1000)
                .create(cluster.cluster());
        Table entries = cluster.cluster().connection().getTable(ENTRIES);
        Connection client = member.runAs(connecting)) {
      orders.table().put(order("001").addColumn(F, OTHER, OTHER));
      assertHidesNothing(client);
      try (ResultScanner left = entries.getScanner(new Scan())) {
        assertThat(left).hasSize(1);
      }
      assertThat(sweep(IndexLookup.of(cluster.cluster().connection(), ORDERS, "byBuyer")))
          .isEqualTo(new Swept(1, 0, 0));
    }
  }

  /** HBase would hide rows by their labels, and the sweep take their entries for stale ones. */
  @ParameterizedTest
  @ValueSource(classes = {VisibilityController.class, OwnLabels.class})
  void whereLabelsDecideWhatIsSeenNothingIsSwept(Class<?> labels, GuardedCluster cluster)
      throws Exception {
    String spec = "key=order:3,salt=hash(*) % 2,index=byBuyer(f:buyer)";
    Connection superuser = cluster.cluster().connection();
    try (TestTable orders =
            TestTable.named(ORDERS).salted(spec).families(F).create(cluster.cluster());
        Admin admin = superuser.getAdmin();
        Table entries = superuser.getTable(ENTRIES)) {
      orders.table().put(new Put(Bytes.toBytes("001")).addColumn(F, BUYER, BUYER));
      cluster.grant("labelled", ORDERS, F, null, Action.READ);
      cluster.grant("labelled", ENTRIES, null, null, Action.READ, Action.WRITE);
      assertThat(sweep(cluster, "labelled")).isEqualTo(new Swept(1, 0, 0));
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(ORDERS))
              .setCoprocessor(
                  CoprocessorDescriptorBuilder.newBuilder(labels.getName()).setPriority(1).build())
              .build());
      assertThatThrownBy(() -> sweep(cluster, "labelled"))
          .hasStackTraceContaining("the VisibilityController is loaded");
      try (ResultScanner left = entries.getScanner(new Scan())) {
        assertThat(left).hasSize(1);
      }
    }
  }
}
