package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of clients with a plug-in that no gateway sees, under many salts. */
@ExtendWith(SharedCluster.class)
class WithoutGatewaysIT {
  private static final String LAYOUT = "key=first:2 rest:*,salt=";
  private static final int ROUTES = 4;
  private static EmbeddedCluster cluster;
  private static Connection plugin;
  private static AsyncConnection async;
  private static ExecutorService pool;

  @BeforeAll
  static void connect(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    Configuration conf = PluginTables.plugIns(cluster);
    plugin = ConnectionFactory.createConnection(conf);
    async = ConnectionFactory.createAsyncConnection(conf).get();
    pool = Executors.newFixedThreadPool(4);
  }

  @AfterAll
  static void close() throws Exception {
    plugin.close();
    async.close();
    pool.shutdown();
  }

  private static TableName create(String kind, String salt) throws Exception {
    return create(kind, LAYOUT, salt);
  }

  private static TableName create(String kind, String layout, String salt) throws Exception {
    return TestTable.named(kind + Integer.toHexString(salt.hashCode()))
        .versions(3)
        .families(Parity.F)
        .salted(layout + salt)
        .splits("1", "3", "7", "G", "a", "n")
        .create(cluster)
        .name();
  }

  /** The routes of a client with plug-ins; each knows the spec. */
  private static List<Table> routes(TableName name) throws Exception {
    List<Table> routes =
        List.of(
            plugin.getTable(name),
            new AsyncAsTable(async.getTable(name)),
            new AsyncAsTable(async.getTable(name), true),
            ConsumedRows.of(async.getTable(name, pool)));
    for (Table route : routes) {
      route.get(new Get(Bytes.toBytes("to ask")));
    }
    return routes;
  }

  private static long forwarded(TableName name) throws Exception {
    return SaltedTableOperations.of(cluster.connection(), name).spread().gateways().stream()
        .mapToLong(gateway -> gateway.reads() + gateway.writes())
        .sum();
  }

  @Test
  void everyRequestOfOneRowGoesToItsStoredKeyWhereTheSaltScattersRows() throws Exception {
    assertRowsGoToTheirStoredKeys("md5(first)[0:4]");
  }

  @Tag("wide")
  @ParameterizedTest
  @ValueSource(strings = {"MD5(first)[0:32]:", "reverse(first)"})
  void requestsGoToStoredKeysWhereOtherSaltsScatterRows(String salt) throws Exception {
    assertRowsGoToTheirStoredKeys(salt);
  }

  private static void assertRowsGoToTheirStoredKeys(String salt) throws Exception {
    TableName usual = create("gateways-", salt);
    Map<String, String> expected;
    try (Table throughGateways = cluster.connection().getTable(usual)) {
      expected = Parity.run(throughGateways);
      assertThat(forwarded(usual)).as("what this test counts").isGreaterThan(50);
    }
    for (int route = 0; route < ROUTES; route++) {
      TableName name = create("direct-" + route + "-", salt);
      Table direct = routes(name).get(route);
      long before = forwarded(name);
      assertThat(Parity.runOfRows(direct).entrySet()).isNotEmpty().isSubsetOf(expected.entrySet());
      assertThat(forwarded(name)).as("two keys do not fit").isEqualTo(before + 2);
      assertThat(rows(direct, new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("Gr"))))
          .as("one stored range")
          .contains("Grow163");
      assertThat(forwarded(name)).isEqualTo(before + 2);
    }
    // Rows that are pushed are read where a scanner would be opened, so that its failures differ.
    for (int route = 0; route < 2; route++) {
      TableName name = create("all-" + route + "-", salt);
      assertThat(Parity.run(routes(name).get(route))).containsExactlyEntriesOf(expected);
    }
  }

  @Test
  void newestVersionsAreReadAtAllPlacesOfTheirRows() throws Exception {
    assertNewestVersionsAreReadAtAllPlaces("random % 4");
  }

  @Tag("wide")
  @Test
  void newestVersionsAreReadAtAllPlacesUnderARandomSuffix() throws Exception {
    assertNewestVersionsAreReadAtAllPlaces("random-suffix % 10");
  }

  private static void assertNewestVersionsAreReadAtAllPlaces(String salt) throws Exception {
    TableName name = create("joined-", "key=row:3,salt=", salt);
    TableName twin =
        TestTable.named("joined-twin-" + Integer.toHexString(salt.hashCode()))
            .versions(3)
            .families(Parity.F)
            .create(cluster)
            .name();
    for (TableName each : List.of(name, twin)) {
      try (Table table = cluster.connection().getTable(each)) {
        fillManyTimes(table);
      }
    }
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      gets.add(new Get(row(i)));
      gets.add(new Get(row(i)).addColumn(Parity.F, Bytes.toBytes("b")).setTimeRange(0, 6));
      gets.add(new Get(row(i)).setMaxResultsPerColumnFamily(1).setRowOffsetPerColumnFamily(1));
    }
    Scan pieces = new Scan().setBatch(1);
    Scan some = new Scan().withStartRow(row(3)).withStopRow(row(8), true).setReversed(true);
    try (Table plain = cluster.connection().getTable(twin)) {
      for (Table route : routes(name)) {
        long before = forwarded(name);
        for (Get get : gets) {
          assertThat(text(route.get(get))).isEqualTo(text(plain.get(get)));
          assertThat(route.exists(get)).isEqualTo(plain.exists(get));
        }
        assertThat(text(route.get(gets))).isEqualTo(text(plain.get(gets)));
        assertThat(route.exists(gets)).isEqualTo(plain.exists(gets));
        Object[] read = new Object[gets.size()];
        route.batch(gets, read);
        assertThat(text(Arrays.copyOf(read, read.length, Result[].class)))
            .isEqualTo(text(plain.get(gets)));
        for (Scan scan : List.of(new Scan(), pieces, some, new Scan().setLimit(4))) {
          assertThat(results(route, scan)).isEqualTo(results(plain, scan));
        }
        assertThat(forwarded(name)).isEqualTo(before);
        route.put(new Put(row(1)).addColumn(Parity.F, PluginTables.Q, 9, PluginTables.Q));
        plain.put(new Put(row(1)).addColumn(Parity.F, PluginTables.Q, 9, PluginTables.Q));
        assertThat(route.get(gets.get(3)).getValue(Parity.F, PluginTables.Q)).isNotNull();
        assertThat(forwarded(name)).as("the write").isEqualTo(before + 1);
      }
    }
  }

  /** Only its writes and the reads by an index need a gateway. */
  @Test
  void readsOfAnIndexedTableGoToTheOwners() throws Exception {
    String layout = "key=row:3,index=byA(f:a),salt=";
    TableName name = create("indexed-", layout, "hash(row) % 4");
    try (Table throughGateways = cluster.connection().getTable(name)) {
      for (int i = 0; i < 10; i++) {
        throughGateways.put(new Put(row(i)).addColumn(Parity.F, Bytes.toBytes("a"), row(i)));
      }
      List<Get> gets = List.of(new Get(row(1)), new Get(row(7)), new Get(row(11)));
      for (Table route : routes(name)) {
        long before = forwarded(name);
        assertThat(text(route.get(gets))).isEqualTo(text(throughGateways.get(gets)));
        long gateways = forwarded(name) - before;
        assertThat(gateways).as("those of the client without a plug-in").isEqualTo(gets.size());
        assertThat(text(route.get(gets.get(0)))).contains("r01");
        assertThat(results(route, new Scan())).hasSize(10);
        assertThat(results(route, new Scan().setReversed(true).setLimit(3))).hasSize(3);
        assertThat(forwarded(name)).isEqualTo(before + gateways);
      }
    }
  }

  private static byte[] row(int i) {
    return Bytes.toBytes("r%02d".formatted(i));
  }

  /** Cells of eight times, so that they lie in several places, and deletes of some of them. */
  private static void fillManyTimes(Table table) throws Exception {
    for (int time = 1; time < 9; time++) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        byte[] q = Bytes.toBytes(i % 2 == time % 2 ? "a" : "b");
        puts.add(new Put(row(i)).addColumn(Parity.F, q, time, Bytes.toBytes(time)));
      }
      table.put(puts);
    }
    table.delete(new Delete(row(2)).addColumns(Parity.F, Bytes.toBytes("a"), 5));
    table.delete(new Delete(row(4)));
    table.delete(new Delete(row(5)).addColumn(Parity.F, Bytes.toBytes("a"), 7));
  }

  private static String text(Result... results) {
    return Arrays.stream(results)
        .map(result -> result.isEmpty() ? "none" : result.toString() + valuesOf(result))
        .toList()
        .toString();
  }

  private static List<String> valuesOf(Result result) {
    return result.listCells().stream()
        .map(cell -> Bytes.toStringBinary(CellUtil.cloneValue(cell)))
        .toList();
  }

  /** Not whether more of a row may follow: behind its newest versions HBase says so, too. */
  private static List<String> results(Table table, Scan scan) throws Exception {
    List<String> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan(scan))) {
      for (Result next = scanner.next(); next != null; next = scanner.next()) {
        results.add(text(next));
      }
    }
    return results;
  }

  private static List<String> rows(Table table, Scan scan) throws Exception {
    List<String> rows = new ArrayList<>();
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result row = results.next(); row != null; row = results.next()) {
        rows.add(Bytes.toString(row.getRow()));
      }
    }
    return rows;
  }
}
