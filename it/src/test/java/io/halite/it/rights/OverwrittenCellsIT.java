package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.AsyncAsTable;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.AccessControlConstants;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A user may read the older of two versions, and the table keeps one. The newer version, which the
 * user may not read, hides the older one. Where both lie in different places no region knows of it,
 * so that such reads are refused.
 */
@ExtendWith(SharedGuardedCluster.class)
class OverwrittenCellsIT {
  private static final byte[] F = TestTable.F;
  private static final byte[] Q = TestTable.Q;
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final byte[] ROW = Bytes.toBytes("r01");
  private static final String REFUSED = "refused";
  private static final String READER = "overwritten-reader";

  private final GuardedCluster cluster;
  private final PluginConnections plugin;

  OverwrittenCellsIT(GuardedCluster cluster) {
    this.cluster = cluster;
    this.plugin = new PluginConnections(cluster);
  }

  /** Reads something of a table. */
  private interface Question {
    Object ask(Table table) throws Exception;
  }

  private static Map<String, Question> questions() {
    Map<String, Question> questions = new LinkedHashMap<>();
    questions.put("get", table -> values(table.get(new Get(ROW))));
    questions.put("get of the column", table -> values(table.get(new Get(ROW).addColumn(F, Q))));
    questions.put("get of a list", table -> values(table.get(List.of(new Get(ROW)))));
    questions.put("exists", table -> table.exists(new Get(ROW).addColumn(F, Q)));
    questions.put("scan", table -> scan(table, new Scan()));
    questions.put("reversed scan", table -> scan(table, new Scan().setReversed(true)));
    questions.put("raw scan", table -> scan(table, new Scan().setRaw(true)));
    return questions;
  }

  private static List<String> values(Result... rows) {
    return Arrays.stream(rows)
        .filter(row -> !row.isEmpty())
        .flatMap(row -> row.listCells().stream())
        .map(OverwrittenCellsIT::value)
        .toList();
  }

  private static String value(Cell cell) {
    return Bytes.toString(CellUtil.cloneValue(cell));
  }

  private static List<String> scan(Table table, Scan scan) throws IOException {
    List<String> values = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        values.addAll(values(row));
      }
    }
    return values;
  }

  private static String outcome(Table table, Question question) {
    try {
      return question.ask(table).toString();
    } catch (Exception e) {
      String text = FailureText.of(e);
      FailureText.assertTellsNoSpec(text);
      assertThat(text)
          .contains("AccessDeniedException", "that are overwritten in another place")
          .contains("set early_out to true", "a salt that gives each row one place");
      return REFUSED;
    }
  }

  private TestTable create(TablePlan plan, long later) throws Exception {
    TestTable table =
        plan.value(AccessControlConstants.CF_ATTRIBUTE_EARLY_OUT, "false")
            .create(cluster.cluster());
    Put old = new Put(ROW, 1).addColumn(F, Q, Bytes.toBytes("old"));
    old.setACL(READER, new Permission(Action.READ));
    table.table().put(old);
    table.table().put(new Put(ROW, later).addColumn(F, Q, Bytes.toBytes("new")));
    // With a right on some column a client with a plug-in is shown the spec.
    cluster.grant(READER, table.name(), F, OPEN, Action.READ);
    cluster.grant("overwritten-owner", table.name(), F, null, Action.READ);
    return table;
  }

  /** A time at which a put of the row goes elsewhere than at time 1. */
  private static long elsewhere(Salt salt) {
    return LongStream.iterate(2, time -> time + 1)
        .filter(time -> !Arrays.equals(salt.salt(ROW, time), salt.salt(ROW, 1)))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"random % 4", "random-suffix % 4"})
  void aCellThatAHiddenOneHasOverwrittenIsShownToNobody(String salt) throws Exception {
    String spec = "key=row:3,salt=" + salt;
    long later = elsewhere(SaltingSpec.parse(spec).salt());
    try (TestTable plain = create(TestTable.numbered("overwritten"), later);
        TestTable salted =
            create(TestTable.numbered("overwritten").salted(spec).splitBuckets(), later)) {
      try (Table asPlain = cluster.table(READER, plain.name());
          Table throughGateways = cluster.table(READER, salted.name())) {
        assertThat(asPlain.get(new Get(ROW)).isEmpty()).as("what must stay hidden").isTrue();
        assertThat(asPlain.exists(new Get(ROW).addColumn(F, Q))).isFalse();
        assertThat(scan(asPlain, new Scan())).isEmpty();
        refusesAll(throughGateways);
        assertThat(throughGateways.exists(new Get(ROW).addColumn(F, OPEN)))
            .as("a column that the user may read")
            .isFalse();
      }
      plugin.blocking(
          READER, connection -> refusesAtOwners(connection.getTable(salted.name()), salted.name()));
      plugin.async(
          READER,
          connection ->
              refusesAtOwners(
                  new AsyncAsTable(connection.getTable(salted.name()), true), salted.name()));
      try (Table whole = cluster.table("overwritten-owner", salted.name())) {
        assertThat(values(whole.get(new Get(ROW)))).containsExactly("new");
        assertThat(scan(whole, new Scan())).containsExactly("new");
      }
    }
  }

  private static void refusesAll(Table table) {
    questions()
        .forEach(
            (name, question) -> assertThat(outcome(table, question)).as(name).isEqualTo(REFUSED));
  }

  private void refusesAtOwners(Table table, TableName name) throws Exception {
    assertThat(table.exists(new Get(ROW).addColumn(F, OPEN))).as("asks for the spec").isFalse();
    long before = plugin.readsOfGateways(name);
    for (String owners : List.of("get", "get of the column", "get of a list", "scan")) {
      assertThat(outcome(table, questions().get(owners))).as(owners).isEqualTo(REFUSED);
    }
    assertThat(plugin.readsOfGateways(name)).as("what this test asks").isEqualTo(before);
    refusesAll(table);
  }
}
