package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.AsyncAsTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users of one qualifier, whose clients have a plug-in, on tables that gateways write alone. */
@ExtendWith(SharedGuardedCluster.class)
class RandomSaltReadersIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] ROW = Bytes.toBytes("ATL1");

  private static final List<String> ROWS = List.of("ATL1", "ATL2", "BOS1", "ORD7", "SFO3");

  private final GuardedCluster cluster;
  private final PluginConnections plugin;

  RandomSaltReadersIT(GuardedCluster cluster) {
    this.cluster = cluster;
    this.plugin = new PluginConnections(cluster);
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, Q, Q);
  }

  private static Get get() {
    return new Get(ROW).addColumn(F, Q);
  }

  /** Marked writes under such a salt need a superuser, marked reads do not. */
  @Test
  void underARandomSaltReadersReadAtAllPlacesAndWritersWriteThroughTheGateway() throws Exception {
    try (TestTable table =
        TestTable.numbered("random-readers")
            .salted("key=unit:3 ts:1,salt=random % 4")
            .create(cluster.cluster())) {
      readAndWrite(table.name());
    }
  }

  /** Also where the cells of a row lie in many places, and where an index has entries of it. */
  @ParameterizedTest
  @ValueSource(strings = {"random-suffix % 4", "hash(unit) % 4,index=byTs(ts)"})
  void readersScanAndGetWithoutAGateway(String salt) throws Exception {
    try (TestTable table =
        TestTable.numbered("direct-readers")
            .salted("key=unit:3 ts:1,salt=" + salt)
            .create(cluster.cluster())) {
      TableName name = table.name();
      cluster.grant("random-reader", name, F, Q, Action.READ);
      for (long time = 1; time <= 4; time++) {
        for (String row : ROWS) {
          byte[] value = Bytes.toBytes(row + "=" + time);
          table.table().put(new Put(Bytes.toBytes(row)).addColumn(F, Q, time, value));
        }
      }
      try (Table throughGateways = cluster.table("random-reader", name)) {
        long before = plugin.readsOfGateways(name);
        readsNewestRows(throughGateways);
        assertThat(plugin.readsOfGateways(name))
            .as("what this test counts")
            .isGreaterThanOrEqualTo(before + ROWS.size() + 1);
      }
      plugin.blocking("random-reader", connection -> readsDirect(connection.getTable(name), name));
      plugin.async(
          "random-reader",
          connection -> readsDirect(new AsyncAsTable(connection.getTable(name), true), name));
    }
  }

  private void readsDirect(Table table, TableName name) throws Exception {
    assertThat(table.exists(get())).as("asks for the spec").isTrue();
    long before = plugin.readsOfGateways(name);
    readsNewestRows(table);
    assertThat(plugin.readsOfGateways(name)).isEqualTo(before);
  }

  /** By one scan and by a get of each row. */
  private static void readsNewestRows(Table table) throws Exception {
    List<String> newest = ROWS.stream().map(row -> row + "=4").toList();
    List<String> scanned = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(new Scan().addColumn(F, Q))) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        scanned.add(Bytes.toString(row.value()));
        assertThat(Bytes.toString(row.value())).startsWith(Bytes.toString(row.getRow()));
      }
    }
    assertThat(scanned).isEqualTo(newest);
    List<String> got = new ArrayList<>();
    for (String row : ROWS) {
      got.add(Bytes.toString(table.get(new Get(Bytes.toBytes(row)).addColumn(F, Q)).value()));
    }
    assertThat(got).isEqualTo(newest);
  }

  private void readAndWrite(TableName random) throws Exception {
    cluster.grant("random-reader", random, F, Q, Action.READ);
    cluster.grant("random-writer", random, F, Q, Action.WRITE);
    plugin.blocking("random-writer", connection -> connection.getTable(random).put(put()));
    plugin.async("random-writer", connection -> connection.getTable(random).put(put()).get());
    Get other = new Get(ROW).addColumn(F, Bytes.toBytes("secret"));
    Throwable usual;
    try (Table throughGateway = cluster.table("random-reader", random)) {
      usual = catchThrowable(() -> throughGateway.get(other));
    }
    assertThat(usual).isInstanceOf(AccessDeniedException.class);
    plugin.blocking(
        "random-reader",
        connection -> {
          Table table = connection.getTable(random);
          assertThat(table.get(get()).value()).isEqualTo(Q);
          long before = plugin.readsOfGateways(random);
          assertThat(table.get(get()).value()).isEqualTo(Q);
          assertThat(table.exists(List.of(get(), get()))).containsExactly(true, true);
          assertThatThrownBy(() -> table.get(other))
              .hasSameClassAs(usual)
              .satisfies(FailureText::tellsNoSpec);
          assertThatThrownBy(() -> table.getScanner(new Scan(other)).next())
              .hasStackTraceContaining("AccessDeniedException")
              .satisfies(FailureText::tellsNoSpec);
          assertThat(plugin.readsOfGateways(random)).isEqualTo(before);
        });
    plugin.async(
        "random-reader",
        connection -> {
          var table = connection.getTable(random);
          assertThat(table.get(get()).get().value()).isEqualTo(Q);
          long before = plugin.readsOfGateways(random);
          assertThat(table.get(get()).get().value()).isEqualTo(Q);
          assertThatThrownBy(() -> table.get(other).get())
              .satisfies(e -> assertThat(e.getCause()).hasSameClassAs(usual))
              .satisfies(FailureText::tellsNoSpec);
          assertThat(plugin.readsOfGateways(random)).isEqualTo(before);
        });
    plugin.blocking(
        "nobody",
        connection ->
            assertThatThrownBy(() -> connection.getTable(random).get(get()))
                .hasSameClassAs(usual)
                .satisfies(FailureText::tellsNoSpec));
  }
}
