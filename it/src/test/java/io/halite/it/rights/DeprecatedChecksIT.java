package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter.CompareOp;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code checkAndPut} and {@code checkAndDelete} of a client with the plug-in, when refused. */
@ExtendWith(SharedGuardedCluster.class)
@SuppressWarnings("deprecation") // These are the deprecated forms.
class DeprecatedChecksIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] MISSING = Bytes.toBytes("missing");
  private static final byte[] ROW = Bytes.toBytes("row");

  private final GuardedCluster cluster;

  DeprecatedChecksIT(GuardedCluster cluster) {
    this.cluster = cluster;
  }

  /** A call under a condition on the value of a column. */
  private interface Check {
    boolean on(Table table, byte[] value) throws IOException;
  }

  private static Map<String, Check> checks(byte[] family) {
    Put put = new Put(ROW).addColumn(family, Q, Q);
    Delete delete = new Delete(ROW).addColumns(family, Q);
    CompareOperator now = CompareOperator.EQUAL;
    CompareOp old = CompareOp.EQUAL;
    Map<String, Check> checks = new LinkedHashMap<>();
    checks.put("put", (table, value) -> table.checkAndPut(ROW, family, Q, value, put));
    checks.put(
        "put, operator", (table, value) -> table.checkAndPut(ROW, family, Q, now, value, put));
    checks.put("put, old", (table, value) -> table.checkAndPut(ROW, family, Q, old, value, put));
    checks.put("delete", (table, value) -> table.checkAndDelete(ROW, family, Q, value, delete));
    checks.put(
        "delete, operator",
        (table, value) -> table.checkAndDelete(ROW, family, Q, now, value, delete));
    checks.put(
        "delete, old", (table, value) -> table.checkAndDelete(ROW, family, Q, old, value, delete));
    return checks;
  }

  /** By its name what comes of each: an answer, or the class of a failure. */
  private static Map<String, String> outcomes(Connection client, TableName name, byte[] family)
      throws IOException {
    Map<String, String> outcomes = new LinkedHashMap<>();
    try (Table table = client.getTable(name)) {
      checks(family)
          .forEach(
              (how, check) -> {
                boolean[] answer = new boolean[1];
                Throwable failure = catchThrowable(() -> answer[0] = check.on(table, Q));
                outcomes.put(
                    how, failure == null ? "" + answer[0] : failure.getClass().getSimpleName());
              });
    }
    return outcomes;
  }

  private void failAsInHBase(TableName name, String user, byte[] family, String failure)
      throws Exception {
    Map<String, String> usual = cluster.as(user, client -> outcomes(client, name, family));
    assertThat(usual.values()).as("HBase's own client, '%s'", name).containsOnly(failure);
    new PluginConnections(cluster)
        .blocking(
            user,
            client -> assertThat(outcomes(client, name, family)).as("'%s'", name).isEqualTo(usual));
  }

  /** On a plain table HBase asks for the right to read what the condition looks at. */
  @Test
  void failByTheClassOfHBasesOwnClient() throws Exception {
    try (TestTable plain = TestTable.numbered("checked-plain").create(cluster.cluster());
        TestTable salted =
            TestTable.numbered("checked-salted")
                .salted(TestTable.FOUR_BUCKETS)
                .create(cluster.cluster())) {
      for (TestTable table : List.of(plain, salted)) {
        cluster.grant("check-writer", table.name(), F, null, Action.WRITE);
        cluster.grant("check-clerk", table.name(), null, null, Action.READ, Action.WRITE);
        failAsInHBase(table.name(), "check-writer", F, "AccessDeniedException");
        failAsInHBase(table.name(), "check-clerk", MISSING, "NoSuchColumnFamilyException");
      }
    }
  }
}
