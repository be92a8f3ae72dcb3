package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.AsyncAsTable;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.AccessControlConstants;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Users of one qualifier whose clients have a plug-in, on a cluster of one server that checks the
 * right to endpoints, and what their requests cost it. Who is called reader, writer or clerk may
 * read, write or both.
 *
 * @param cluster the cluster
 * @param plugin its connections with a plug-in
 */
record QualifierClients(GuardedCluster cluster, PluginConnections plugin) implements AutoCloseable {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");
  static final byte[] ROW = Bytes.toBytes("ATL1");

  /** How many requests are counted at a time. */
  static final int REQUESTS = 20;

  static QualifierClients start() throws Exception {
    GuardedCluster cluster =
        GuardedCluster.start(
            1,
            settings -> {
              settings.setBoolean("hbase.security.exec.permission.checks", true);
              String server = "hadoop.proxyuser." + System.getProperty("user.name");
              settings.set(server + ".users", "*");
              settings.set(server + ".hosts", "*");
            });
    return new QualifierClients(cluster, new PluginConnections(cluster));
  }

  /** A table of {@code unit:3 ts:1} with one row of two columns, and the rights of its users. */
  void create(TableName name, String salt, boolean early) throws Exception {
    TestTable.named(name)
        .salted("key=unit:3 ts:1,salt=" + salt)
        .value(AccessControlConstants.CF_ATTRIBUTE_EARLY_OUT, String.valueOf(early))
        .create(cluster.cluster());
    try (Table table = cluster.cluster().connection().getTable(name)) {
      table.put(put().addColumn(F, Bytes.toBytes("secret"), Q));
    }
    cluster.grant("reader", name, F, Q, Action.READ);
    cluster.grant("writer", name, F, Q, Action.WRITE);
    cluster.grant("clerk", name, F, Q, Action.READ, Action.WRITE);
  }

  static Put put() {
    return new Put(ROW).addColumn(F, Q, Q);
  }

  static Get get() {
    return new Get(ROW).addColumn(F, Q);
  }

  /** Requests. */
  interface Work {
    void once() throws Exception;
  }

  /** RPCs of so many requests, after one that asks for the spec. */
  RpcCount rpcs(Work work) throws Exception {
    work.once();
    RpcCount before = RpcCount.of(cluster.cluster());
    for (int i = 0; i < REQUESTS; i++) {
      work.once();
    }
    return RpcCount.of(cluster.cluster()).since(before);
  }

  /** Each get of the reader is one such RPC. */
  void readRowsFromTheirOwners(TableName name, ToLongFunction<RpcCount> kind) throws Exception {
    plugin.blocking(
        "reader",
        connection -> {
          Table table = connection.getTable(name);
          RpcCount sent = rpcs(() -> assertThat(table.get(get()).value()).isEqualTo(Q));
          assertThat(kind.applyAsLong(sent)).as("%s", sent).isEqualTo(REQUESTS);
        });
    plugin.async(
        "reader",
        connection -> {
          var table = connection.getTable(name);
          RpcCount sent = rpcs(() -> assertThat(table.get(get()).get().value()).isEqualTo(Q));
          assertThat(kind.applyAsLong(sent)).as("%s", sent).isEqualTo(REQUESTS);
        });
  }

  /** Each put of the writer is one RPC. */
  void writeRowsAtTheirOwners(TableName name) throws Exception {
    plugin.blocking(
        "writer",
        connection -> {
          Table table = connection.getTable(name);
          assertThat(rpcs(() -> table.put(put())).mutate()).isEqualTo(REQUESTS);
        });
    plugin.async(
        "writer",
        connection -> {
          var table = connection.getTable(name);
          assertThat(rpcs(() -> table.put(put()).get()).mutate()).isEqualTo(REQUESTS);
        });
  }

  /** The first scan of the reader asks, and gateways see no other one. */
  void scanRowsAtTheirOwners(TableName name, Scan scan) throws Exception {
    plugin.blocking("reader", connection -> asksOnce(connection.getTable(name), scan));
    plugin.async(
        "reader", connection -> asksOnce(new AsyncAsTable(connection.getTable(name), true), scan));
  }

  private void asksOnce(Table table, Scan scan) throws Exception {
    assertThat(TestTable.scan(table, scan)).containsExactly("ATL1");
    long before = plugin.readsOfGateways(table.getName());
    assertThat(TestTable.scan(table, scan)).containsExactly("ATL1");
    assertThat(plugin.readsOfGateways(table.getName())).isEqualTo(before);
  }

  /** Of whole rows the reader is shown that one column, at the owners, by a get and by scans. */
  void readOneColumnOfWholeRows(TableName name, List<Scan> scans) throws Exception {
    plugin.blocking("reader", connection -> readWholeRows(connection.getTable(name), scans));
    plugin.async(
        "reader",
        connection -> readWholeRows(new AsyncAsTable(connection.getTable(name), true), scans));
  }

  private void readWholeRows(Table table, List<Scan> scans) throws Exception {
    assertThat(table.get(get()).value()).as("asks for the spec").isEqualTo(Q);
    long before = plugin.readsOfGateways(table.getName());
    assertThat(table.get(new Get(ROW)).getFamilyMap(F)).containsOnlyKeys(Q);
    for (Scan scan : scans) {
      try (ResultScanner rows = table.getScanner(scan)) {
        assertThat(rows.next().getFamilyMap(F)).as("%s", scan).containsOnlyKeys(Q);
      }
    }
    assertThat(plugin.readsOfGateways(table.getName())).isEqualTo(before);
  }

  /** Each flush of the clerk is one RPC of a list. */
  void writeBufferedRowsAtTheirOwners(TableName name) throws Exception {
    RpcCount lists = new RpcCount(0, REQUESTS, 0, 0);
    plugin.blocking(
        "clerk",
        connection -> {
          try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
            assertThat(rpcs(() -> write(mutator))).isEqualTo(lists);
          }
        });
    plugin.async(
        "clerk",
        connection -> {
          try (AsyncBufferedMutator mutator = connection.getBufferedMutator(name)) {
            assertThat(rpcs(() -> write(mutator))).isEqualTo(lists);
          }
        });
  }

  /** Writes of who may write, and of who may read as well, by both clients: none is at an owner. */
  void writeRowsAtTheirGateways(TableName name) throws Exception {
    long before = plugin.writesOfGateways(name);
    for (String user : List.of("writer", "clerk")) {
      plugin.blocking(
          user,
          connection -> {
            connection.getTable(name).put(put());
            connection.getTable(name).put(put());
            try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
              write(mutator);
            }
          });
      plugin.async(
          user,
          connection -> {
            connection.getTable(name).put(put()).get();
            connection.getTable(name).put(put()).get();
            try (AsyncBufferedMutator mutator = connection.getBufferedMutator(name)) {
              write(mutator);
            }
          });
    }
    assertThat(plugin.writesOfGateways(name)).isEqualTo(before + 12);
  }

  static void write(BufferedMutator mutator) throws Exception {
    mutator.mutate(put());
    mutator.flush();
  }

  static void write(AsyncBufferedMutator mutator) throws Exception {
    var done = mutator.mutate(put());
    mutator.flush();
    done.get();
  }

  /** Gets of this user are denied, or show an empty row; neither shows the spec. */
  void readNothing(String user, TableName name, boolean denied) throws Exception {
    plugin.blocking(user, connection -> readNothing(connection.getTable(name), denied));
    plugin.async(
        user, connection -> readNothing(new AsyncAsTable(connection.getTable(name)), denied));
  }

  private static void readNothing(Table table, boolean denied) throws Exception {
    if (denied) {
      assertThatThrownBy(() -> table.get(get()))
          .hasStackTraceContaining("AccessDeniedException")
          .satisfies(FailureText::tellsNoSpec);
    } else {
      assertThat(table.get(get()).isEmpty()).isTrue();
    }
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
