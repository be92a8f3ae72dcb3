package io.halite.it.plugin;

import static io.halite.it.plugin.Parity.F;
import static io.halite.it.plugin.PluginTables.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Each kind of request meets a changed spec by a connection of its own, which knows the spec of
 * before: no other request is shown the new one ahead of it.
 */
@ExtendWith(SharedCluster.class)
class ChangedSpecIT {
  private final PluginTables tables;

  ChangedSpecIT(EmbeddedCluster cluster) {
    this.tables = new PluginTables(cluster);
  }

  /** A request about a row that is there, whose answer it checks; or one that creates the row. */
  private interface Request<C> {
    void send(C client, byte[] row) throws Exception;
  }

  /** A request that meets the change, by a connection of its own. */
  private record Meeting(Table table, Closeable connection, Sending sending) {}

  /** Sends the request of a meeting. */
  private interface Sending {
    void send(byte[] row) throws Exception;
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(F, Q, Q);
  }

  /** Requests about a row that is there. */
  private static Map<String, Request<Table>> reads() {
    Map<String, Request<Table>> all = new LinkedHashMap<>();
    all.put("get", (table, row) -> assertThat(table.get(new Get(row)).value()).isEqualTo(Q));
    all.put("exists", (table, row) -> assertThat(table.exists(new Get(row))).isTrue());
    all.put(
        "gets",
        (table, row) ->
            assertThat(table.get(List.of(new Get(row), new Get(row))))
                .extracting(Result::value)
                .containsExactly(Q, Q));
    all.put(
        "scan",
        (table, row) -> {
          Scan scan = new Scan().withStartRow(row).withStopRow(row, true);
          try (ResultScanner rows = table.getScanner(scan)) {
            assertThat(rows.next(2)).extracting(Result::value).containsExactly(Q);
          }
        });
    return all;
  }

  /** Requests that create a row. */
  private static Map<String, Request<Table>> writes() {
    Map<String, Request<Table>> all = new LinkedHashMap<>();
    all.put("put", (table, row) -> table.put(put(row)));
    all.put("puts", (table, row) -> table.put(List.of(put(row), put(Bytes.add(row, Q)))));
    all.put("increment", (table, row) -> table.increment(new Increment(row).addColumn(F, Q, 1)));
    all.put("append", (table, row) -> table.append(new Append(row).addColumn(F, Q, Q)));
    all.put(
        "check",
        (table, row) ->
            assertThat(
                    table
                        .checkAndMutate(
                            CheckAndMutate.newBuilder(row).ifNotExists(F, Q).build(put(row)))
                        .isSuccess())
                .isTrue());
    all.put(
        "row",
        (table, row) ->
            table.mutateRow(
                RowMutations.of(List.<Mutation>of(put(row), new Delete(row).addColumns(F, F)))));
    all.put(
        "batch",
        (table, row) -> {
          List<Row> rows = List.of(put(row), new Delete(Bytes.add(row, Q)));
          table.batch(rows, new Object[rows.size()]);
        });
    return all;
  }

  private final Map<String, Meeting> reading = new LinkedHashMap<>();
  private final Map<String, Meeting> writing = new LinkedHashMap<>();

  private Connection connect() throws Exception {
    return ConnectionFactory.createConnection(PluginTables.plugIns(tables.cluster()));
  }

  private static void add(
      Map<String, Meeting> meetings,
      String name,
      Table table,
      Closeable connection,
      Request<Table> request) {
    meetings.put(name, new Meeting(table, connection, row -> request.send(table, row)));
  }

  private void connectAll(TableName name, ExecutorService pool) throws Exception {
    for (boolean isRead : new boolean[] {true, false}) {
      Map<String, Meeting> meetings = isRead ? reading : writing;
      for (Map.Entry<String, Request<Table>> each : (isRead ? reads() : writes()).entrySet()) {
        Connection blocking = connect();
        add(meetings, each.getKey(), blocking.getTable(name), blocking, each.getValue());
        AsyncConnection async = tables.connectAsync();
        Table table = new AsyncAsTable(async.getTable(name));
        add(meetings, "async-" + each.getKey(), table, async, each.getValue());
      }
    }
    AsyncConnection pushing = tables.connectAsync();
    Table pushed = new AsyncAsTable(pushing.getTable(name), true);
    add(reading, "pushed-scan", pushed, pushing, reads().get("scan"));
    AsyncConnection inPool = tables.connectAsync();
    Table ofPool = new AsyncAsTable(inPool.getTable(name, pool), true);
    add(reading, "pushed-scan-in-pool", ofPool, inPool, reads().get("scan"));
    Connection buffering = connect();
    writing.put(
        "mutator",
        new Meeting(
            buffering.getTable(name),
            buffering,
            row -> {
              try (BufferedMutator mutator = buffering.getBufferedMutator(name)) {
                mutator.mutate(put(row));
              }
            }));
    AsyncConnection async = tables.connectAsync();
    writing.put(
        "async-mutator",
        new Meeting(
            new AsyncAsTable(async.getTable(name)),
            async,
            row -> {
              CompletableFuture<Void> done;
              try (AsyncBufferedMutator mutator = async.getBufferedMutator(name)) {
                done = mutator.mutate(put(row));
              }
              done.get();
            }));
  }

  private List<Meeting> all() {
    List<Meeting> all = new ArrayList<>(reading.values());
    all.addAll(writing.values());
    return all;
  }

  private long askedOfGateways(TableName name) throws Exception {
    return tables.gatewayReads(name) + tables.gatewayWrites(name);
  }

  private void sendAll(TableName name) throws Exception {
    try (Table usual = tables.cluster().connection().getTable(name)) {
      byte[] there = Bytes.toBytes("there");
      usual.put(put(there));
      for (Map.Entry<String, Meeting> each : reading.entrySet()) {
        long before = askedOfGateways(name);
        each.getValue().sending().send(there);
        assertThat(askedOfGateways(name)).as(each.getKey()).isEqualTo(before);
      }
      for (Map.Entry<String, Meeting> each : writing.entrySet()) {
        long before = askedOfGateways(name);
        byte[] row = Bytes.toBytes(each.getKey());
        each.getValue().sending().send(row);
        assertThat(askedOfGateways(name)).as(each.getKey()).isEqualTo(before);
        assertThat(usual.exists(new Get(row))).as(each.getKey()).isTrue();
      }
    }
  }

  @Test
  void aChangeOfTheSpecIsNoticedByEachKindOfRequest() throws Exception {
    TableName name = tables.create("changing");
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      connectAll(name, pool);
      Get absent = new Get(Bytes.toBytes("there"));
      for (Meeting each : all()) {
        assertThat(each.table().exists(absent)).as("asks for the spec").isFalse();
        long before = askedOfGateways(name);
        assertThat(each.table().exists(absent)).isFalse();
        assertThat(askedOfGateways(name)).as("knows the spec").isEqualTo(before);
      }
      tables.change(name);
      sendAll(name);
    } finally {
      for (Meeting each : all()) {
        each.connection().close();
      }
      pool.shutdown();
    }
  }
}
