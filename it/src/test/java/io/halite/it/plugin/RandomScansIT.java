package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.Spread;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scan has one plan, so all routes give what a plain table's rows say, under every salt. */
class RandomScansIT {
  private static final String LAYOUT = "key=unit:3 ts:8:revtime tie:1,salt=";
  private static final TableName TWIN = TableName.valueOf("twin");
  private static final int SCANS = 7;
  private static EmbeddedCluster cluster;
  private static ClientRoutes plugins;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(2);
    plugins = ClientRoutes.apart(PlugIns.on(cluster.configuration()));
    create(TestTable.named(TWIN), List.of());
    fill(TWIN);
  }

  @AfterAll
  static void stop() throws Exception {
    try {
      plugins.close();
    } finally {
      cluster.close();
    }
  }

  private static void create(TablePlan plan, List<byte[]> salts) throws Exception {
    List<byte[]> splits = new ArrayList<>(salts);
    splits.add(RandomScan.row(3, 12, 1));
    splits.add(Bytes.toBytes("K06"));
    splits.sort(KeyBytes::compare);
    plan.families(RandomScan.F).versions(3).splits(splits).create(cluster);
  }

  /** The same cells in every table, over a store file and the memstore. */
  private static void fill(TableName name) throws Exception {
    Random random = new Random(11);
    try (Table table = cluster.connection().getTable(name)) {
      for (int part = 0; part < 2; part++) {
        List<Row> writes = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
          byte[] row =
              RandomScan.row(
                  random.nextInt(RandomScan.KEYS),
                  random.nextInt(RandomScan.TIMES),
                  random.nextInt(2));
          byte[] qualifier = Bytes.toBytes(random.nextBoolean() ? "a" : "b" + random.nextInt(3));
          long stamp = 1 + 10L * part + random.nextInt(5);
          writes.add(
              random.nextInt(10) == 0
                  ? new Delete(row).addColumns(RandomScan.F, qualifier, stamp)
                  : new Put(row).addColumn(RandomScan.F, qualifier, stamp, Bytes.toBytes(i)));
        }
        table.batch(writes, new Object[writes.size()]);
        cluster.connection().getAdmin().flush(name);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hash(unit) % 4",
        "hash(*) % 16",
        "hash(unit) spread(tie % 2) % 8",
        "md5(unit)[0:1]",
        "reverse(unit)",
        "md5(unit)[0:4]",
        "random % 4",
        "random-suffix % 10",
        "hash(*) % 5 letters-",
        "random-suffix % 12 digits"
      })
  void allRoutesGiveWhatThePlainRowsSay(String salt) throws Exception {
    SaltingSpec spec = SaltingSpec.parse(LAYOUT + salt);
    TableName name = TableName.valueOf("t" + Integer.toHexString(salt.hashCode()));
    create(TestTable.named(name).salted(LAYOUT + salt), spec.salt().splitPoints());
    fill(name);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (Table plain = cluster.connection().getTable(TWIN);
        Table throughGateways = cluster.connection().getTable(name)) {
      List<Table> routes = straight(name);
      routes.add(throughGateways);
      int given = 0;
      for (int i = 0; i < SCANS || (given <= SCANS && i < 20 * SCANS); i++) {
        RandomScan drawn = new RandomScan(random);
        String about = "seed %d, scan %d under %s: %s".formatted(seed, i, salt, drawn);
        if (drawn.wantsLatest() && !spec.salt().isSinglePlace()) {
          routes.forEach(route -> assertRefused(route, drawn, about));
        } else {
          given += compare(plain, routes, drawn, about);
        }
      }
      assertThat(given).as("rows given, so that the scans are not empty").isGreaterThan(SCANS);
    }
  }

  @Test
  void newestRowsComeStraightFromTheirOwners() throws Exception {
    TableName name = TableName.valueOf("straight");
    String line = LAYOUT + "hash(*) % 16";
    create(TestTable.named(name).salted(line), SaltingSpec.parse(line).salt().splitPoints());
    fill(name);
    Scan newest = new Scan().setAttribute("halite.latest", Bytes.toBytes("3"));
    try (Table throughGateways = cluster.connection().getTable(name)) {
      long before = readsOfGateways(name);
      List<Map<String, String>> straight = new ArrayList<>();
      for (Table route : straight(name)) {
        straight.add(read(route, newest));
      }
      assertThat(readsOfGateways(name)).isEqualTo(before);
      assertThat(straight.get(0)).hasSize(3 * RandomScan.KEYS);
      assertThat(straight).containsOnly(read(throughGateways, newest));
      assertThat(readsOfGateways(name)).isGreaterThan(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 16", "reverse(unit)"})
  void rowsAsTheyComeAreReadAtTheirOwners(String salt) throws Exception {
    TableName name = TableName.valueOf("as-they-come-" + salt.hashCode());
    create(
        TestTable.named(name).salted(LAYOUT + salt),
        SaltingSpec.parse(LAYOUT + salt).salt().splitPoints());
    fill(name);
    try (Table plain = cluster.connection().getTable(TWIN);
        Table throughGateways = cluster.connection().getTable(name)) {
      List<Table> routes = straight(name);
      Map<String, String> expected = read(plain, new Scan());
      long before = readsOfGateways(name);
      for (Table route : routes) {
        assertThat(read(route, asTheyCome())).isEqualTo(expected);
        try (ResultScanner closedEarly = route.getScanner(asTheyCome().setCaching(1))) {
          assertThat(closedEarly.next()).isNotNull();
        }
      }
      Waiter.waitFor(cluster.configuration(), 60_000, () -> openScanners() == 0);
      assertThat(readsOfGateways(name)).isEqualTo(before);
      routes.add(throughGateways);
      for (Table route : routes) {
        assertThatThrownBy(() -> read(route, asTheyCome().setReversed(true)))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("a reversed scan asks for an order");
      }
    }
  }

  /** The routes of the plug-ins. */
  private static List<Table> straight(TableName name) throws Exception {
    List<Table> routes = plugins.tables(name);
    routes.add(plugins.pushed(name));
    return routes;
  }

  private static Scan asTheyCome() {
    return UnorderedAttribute.putOn(new Scan(), 4);
  }

  private static int openScanners() {
    return cluster.utility().getHBaseCluster().getLiveRegionServerThreads().stream()
        .mapToInt(server -> server.getRegionServer().getRSRpcServices().getScannersCount())
        .sum();
  }

  private static long readsOfGateways(TableName name) throws Exception {
    return SaltedTableOperations.of(cluster.connection(), name).spread().gateways().stream()
        .mapToLong(Spread.Share::reads)
        .sum();
  }

  private static int compare(Table plain, List<Table> routes, RandomScan drawn, String about)
      throws Exception {
    Map<String, String> rows = read(plain, drawn.columns());
    List<byte[]> keys = rows.keySet().stream().map(Bytes::fromHex).toList();
    List<String> expected = texts(drawn.of(keys), rows);
    for (Table route : routes) {
      List<String> answer = new ArrayList<>();
      try {
        read(route, drawn.scan(), (row, cells) -> answer.add(row + " " + cells));
      } catch (DoNotRetryIOException e) {
        // A salt that scatters rows cannot give the newest of each key; all routes say so.
        assertThat(drawn.wantsLatest() && e.getMessage().contains("in natural order"))
            .as(about + ": " + e.getMessage())
            .isTrue();
        routes.forEach(each -> assertRefused(each, drawn, about));
        return 0;
      }
      String asked = "route " + routes.indexOf(route) + ", " + about;
      if (drawn.isUnordered()) {
        assertThat(answer)
            .as(asked)
            .hasSameSizeAs(expected)
            .doesNotHaveDuplicates()
            .isSubsetOf(texts(drawn.withoutLimit(keys), rows));
      } else {
        assertThat(answer).as(asked).isEqualTo(expected);
      }
    }
    return expected.size();
  }

  private static List<String> texts(List<byte[]> keys, Map<String, String> rows) {
    return keys.stream().map(Bytes::toHex).map(row -> row + " " + rows.get(row)).toList();
  }

  private static void assertRefused(Table route, RandomScan drawn, String about) {
    assertThatThrownBy(() -> read(route, drawn.scan()))
        .as(about)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("halite.latest");
  }

  private interface Given {
    void row(String hex, String cells);
  }

  private static Map<String, String> read(Table table, Scan scan) throws Exception {
    Map<String, String> rows = new TreeMap<>();
    read(table, scan, rows::put);
    return rows;
  }

  /** Pieces of a row are put together. */
  private static void read(Table table, Scan scan, Given given) throws Exception {
    byte[] row = new byte[0];
    StringBuilder cells = new StringBuilder();
    try (ResultScanner results = table.getScanner(scan)) {
      // Not by its iterator, which hides what a scan fails with.
      for (Result result = results.next(); result != null; result = results.next()) {
        if (result.isCursor()) {
          continue;
        }
        if (row.length > 0 && !Arrays.equals(row, result.getRow())) {
          given.row(Bytes.toHex(row), cells.toString());
          cells.setLength(0);
        }
        row = result.getRow();
        for (Cell cell : result.rawCells()) {
          cells.append(cell).append('=').append(valueOf(cell)).append(' ');
        }
      }
    }
    if (row.length > 0) {
      given.row(Bytes.toHex(row), cells.toString());
    }
  }

  private static String valueOf(Cell cell) {
    return Bytes.toStringBinary(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }
}
