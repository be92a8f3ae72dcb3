package io.halite.it.rights;

import static io.halite.it.rights.Rows.F;
import static io.halite.it.rights.Rows.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.routing.endpoint.RegionStub;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.AccessControlConstants;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.visibility.VisibilityController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Clusters of other settings than those of the matrix. */
class RightsSmokesIT {
  private static final TableName NAME = TableName.valueOf("t");
  private static final byte[] ROW = Bytes.toBytes("row");

  private static TablePlan salted(TableName name) {
    return TestTable.named(name).salted(TestTable.FOUR_BUCKETS);
  }

  @Test
  void endpointsAskForExecWhereTheSiteDoesAndForwardsDoNot() throws Exception {
    try (GuardedCluster guarded =
        GuardedCluster.start(
            1, site -> site.setBoolean(AccessControlConstants.EXEC_PERMISSION_CHECKS_KEY, true))) {
      salted(NAME).create(guarded.cluster());
      guarded.grant("reader", NAME, null, null, Action.READ, Action.WRITE);
      guarded.grant("runner", NAME, null, null, Action.READ, Action.EXEC);
      try (Table reader = guarded.table("reader", NAME);
          Table runner = guarded.table("runner", NAME)) {
        reader.put(new Put(ROW).addColumn(F, Q, ROW));
        assertThat(runner.get(new Get(ROW)).value()).isEqualTo(ROW);
        assertThat(RegionStub.facts(runner, ROW).spec()).contains("hash(*) % 4");
        assertThatThrownBy(() -> RegionStub.facts(reader, ROW))
            .hasStackTraceContaining("AccessDeniedException")
            .hasStackTraceContaining("action=EXEC");
      }
      TableName labelled = TableName.valueOf("labelled");
      salted(labelled).coprocessor(VisibilityController.class, 1).create(guarded.cluster());
      assertRefused(guarded, labelled, "the VisibilityController is loaded");
      assertNothingIsDeletedByPrefixBesideLabels(guarded);
    }
  }

  /** Labelled rows would stay, and count as deleted. */
  private static void assertNothingIsDeletedByPrefixBesideLabels(GuardedCluster guarded)
      throws Exception {
    TableName unsalted = TableName.valueOf("unsalted");
    TestTable.named(unsalted)
        .salted("key=row:*,salt=none")
        .coprocessor(VisibilityController.class, 1)
        .create(guarded.cluster());
    Connection connection = guarded.cluster().connection();
    try (Table table = connection.getTable(unsalted)) {
      table.put(new Put(ROW).addColumn(F, Q, ROW));
      SaltedTableOperations operations = SaltedTableOperations.of(connection, unsalted);
      for (boolean dryRun : new boolean[] {true, false}) {
        assertThatThrownBy(() -> operations.deleteByPrefix(ROW, dryRun, so -> {}))
            .hasStackTraceContaining("the VisibilityController is loaded");
      }
      assertThat(table.exists(new Get(ROW))).isTrue();
    }
  }

  @Test
  void aServerWithoutAccessControllerForwardsNothing() throws Exception {
    try (GuardedCluster guarded =
        GuardedCluster.start(1, site -> site.unset("hbase.coprocessor.region.classes"))) {
      salted(NAME).create(guarded.cluster());
      assertRefused(guarded, NAME, "no coprocessor that decides about rights is loaded");
    }
  }

  /** To the superuser, too. */
  private static void assertRefused(GuardedCluster guarded, TableName name, String reason)
      throws Exception {
    try (Table table = guarded.cluster().connection().getTable(name)) {
      assertThatThrownBy(() -> table.get(new Get(ROW)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(reason);
      assertThatThrownBy(() -> table.put(List.of(new Put(ROW).addColumn(F, Q, ROW))))
          .hasStackTraceContaining(reason);
    }
  }
}
