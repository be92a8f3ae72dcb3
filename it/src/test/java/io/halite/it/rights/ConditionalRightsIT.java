package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a conditional mutation does is judged before it is forwarded, not its condition alone. */
@ExtendWith(SharedGuardedCluster.class)
class ConditionalRightsIT {
  private static final TableName TABLE = TableName.valueOf("conditional");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] SECRET = Bytes.toBytes("secret");
  private static GuardedCluster cluster;
  private static long stamp;

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    TestTable.named(TABLE)
        .salted(TestTable.FOUR_BUCKETS)
        .families(F, G)
        .splitBuckets()
        .create(cluster.cluster());
    cluster.grant("column", TABLE, F, Q, Action.READ, Action.WRITE);
    cluster.grant("writer", TABLE, null, null, Action.READ, Action.WRITE);
  }

  @BeforeEach
  void fill() throws Exception {
    try (Table table = cluster.cluster().connection().getTable(TABLE)) {
      // Not in one millisecond: a delete hides what is put at its own time.
      stamp = Math.max(stamp + 2, System.currentTimeMillis());
      table.delete(new Delete(ROW, stamp));
      table.put(
          new Put(ROW, stamp + 1)
              .addColumn(F, Q, Q)
              .addColumn(G, Q, Bytes.toBytes(7L))
              .addColumn(G, SECRET, SECRET));
    }
  }

  private static CheckAndMutate.Builder always() {
    return CheckAndMutate.newBuilder(ROW).ifMatches(new FilterList());
  }

  private static CheckAndMutate.Builder ifColumn() {
    return CheckAndMutate.newBuilder(ROW).ifEquals(F, Q, Q);
  }

  private static List<CheckAndMutate> actionsInG(CheckAndMutate.Builder[] conditions)
      throws Exception {
    return List.of(
        conditions[0].build(new Append(ROW).addColumn(G, SECRET, new byte[0])),
        conditions[1].build(new Put(ROW).addColumn(G, Q, Q)),
        conditions[2].build(new Delete(ROW).addColumns(G, SECRET)),
        conditions[3].build(new Delete(ROW)),
        conditions[4].build(new Increment(ROW).addColumn(G, Q, 1)),
        conditions[5].build(
            RowMutations.of(
                List.of(new Put(ROW).addColumn(F, Q, Q), new Delete(ROW).addColumns(G, SECRET)))));
  }

  private static List<CheckAndMutate> alwaysInG() throws Exception {
    return actionsInG(
        new CheckAndMutate.Builder[] {always(), always(), always(), always(), always(), always()});
  }

  private static List<CheckAndMutate> ifColumnInG() throws Exception {
    return actionsInG(
        new CheckAndMutate.Builder[] {
          ifColumn(), ifColumn(), ifColumn(), ifColumn(), ifColumn(), ifColumn()
        });
  }

  private static void assertDeniedAndNothingDone(String user, List<CheckAndMutate> checks)
      throws Exception {
    for (CheckAndMutate check : checks) {
      assertThatThrownBy(() -> cluster.table(user, TABLE).checkAndMutate(check))
          .as("%s: %s", user, check.getAction())
          .hasStackTraceContaining("AccessDeniedException");
    }
    try (Table table = cluster.cluster().connection().getTable(TABLE)) {
      Result row = table.get(new Get(ROW));
      assertThat(row.size()).isEqualTo(3);
      assertThat(Bytes.toLong(row.getValue(G, Q))).isEqualTo(7);
      assertThat(row.getValue(G, SECRET)).isEqualTo(SECRET);
    }
  }

  @Test
  void whoHasNoRightReadsAndWritesNothingByAConditionThatHoldsAlways() throws Exception {
    assertDeniedAndNothingDone("nobody", alwaysInG());
  }

  @Test
  void whoHasNoRightReadsAndWritesNothingByAConditionOnAValue() throws Exception {
    assertDeniedAndNothingDone("nobody", ifColumnInG());
  }

  @Test
  void whoMayUseTheColumnOfTheConditionMayNotWriteOthers() throws Exception {
    assertDeniedAndNothingDone("column", alwaysInG());
    assertDeniedAndNothingDone("column", ifColumnInG());
  }

  @Test
  void whoMayWriteTheTableDoesAllOfIt() throws Exception {
    for (CheckAndMutate check : alwaysInG()) {
      fill();
      assertThat(cluster.table("writer", TABLE).checkAndMutate(check).isSuccess())
          .as("%s", check.getAction())
          .isTrue();
    }
    for (CheckAndMutate check : ifColumnInG()) {
      fill();
      assertThat(cluster.table("writer", TABLE).checkAndMutate(check).isSuccess())
          .as("%s", check.getAction())
          .isTrue();
    }
  }

  private static void setDurability(CheckAndMutate check, Durability durability) {
    if (check.getAction() instanceof RowMutations row) {
      row.getMutations().forEach(mutation -> mutation.setDurability(durability));
    } else {
      ((Mutation) check.getAction()).setDurability(durability);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsDoneMayHaveADurability(Durability durability) throws Exception {
    for (CheckAndMutate check : alwaysInG()) {
      fill();
      setDurability(check, durability);
      assertThat(cluster.table("writer", TABLE).checkAndMutate(check).isSuccess())
          .as("%s", check.getAction())
          .isTrue();
    }
  }

  @Test
  void whoMayWriteTheColumnWritesIt() throws Exception {
    CheckAndMutateResult put =
        cluster
            .table("column", TABLE)
            .checkAndMutate(ifColumn().build(new Put(ROW).addColumn(F, Q, SECRET)));
    assertThat(put.isSuccess()).isTrue();
    try (Table table = cluster.cluster().connection().getTable(TABLE)) {
      assertThat(table.get(new Get(ROW)).getValue(F, Q)).isEqualTo(SECRET);
    }
  }
}
