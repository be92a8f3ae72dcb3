package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TestTable;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.DoNotRetryRegionException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scans of rows that the salt has scattered: passes, what they cost, and when they are refused. */
@ExtendWith(SharedCluster.class)
class ScatteredScanIT {
  private static final String SPEC = "key=user:4:digits order:*,salt=reverse(user)";
  private static final String[] SPLITS = {"0050", "02", "3", "6", "9"};
  private static final List<String> ROWS =
      IntStream.range(0, 400).mapToObj(i -> "%04d%d".formatted(i / 2, i % 2)).toList();

  private final EmbeddedCluster cluster;
  private SiteValue passBytes;

  ScatteredScanIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Room for so many rows in a pass. */
  private TestTable filled(String spec, int rowsOfAPass) throws Exception {
    String bytes = Integer.toString(rowsOfAPass * 100);
    restore();
    passBytes = SiteValue.set(cluster, "halite.scan.pass.bytes", bytes);
    TestTable table = TestTable.numbered("technique").salted(spec).splits(SPLITS).create(cluster);
    List<String> shuffled = new ArrayList<>(ROWS);
    Collections.shuffle(shuffled, new Random(5));
    table.put(shuffled);
    return table;
  }

  @AfterEach
  void restore() {
    if (passBytes != null) {
      passBytes.close();
    }
  }

  private static byte[] key(String text) {
    return Bytes.toBytes(text);
  }

  private static long counted(String name) {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get(name).stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  @Test
  void allRowsComeInNaturalOrderByPasses() throws Exception {
    for (String salt : List.of("reverse(user)", "md5(user)[0:4]", "MD5(*)[0:32]:")) {
      try (TestTable table = filled("key=user:4:digits order:*,salt=" + salt, 60)) {
        long passes = counted("scanPasses");
        long rows = counted("rowsPassed");
        assertThat(table.scan(new Scan())).as(salt).isEqualTo(ROWS);
        // 100 rows in the first gateway, 300 in the second, none in the other four; a row takes
        // 80 to 120 bytes, as long as its salt, so that a pass keeps 50 to 75 of them.
        assertThat(counted("scanPasses") - passes).as(salt).isBetween(2 + 4 + 4L, 2 + 6 + 4L);
        assertThat(counted("rowsPassed") - rows)
            .as(salt)
            .isBetween(
                100 + 25 + 300 + 225 + 150 + 75L, 100 + 50 + 300 + 250 + 200 + 150 + 100 + 50L);
        assertThat(table.scan(new Scan().setCaching(7))).as(salt).isEqualTo(ROWS);
        List<String> reversed = new ArrayList<>(ROWS);
        Collections.reverse(reversed);
        assertThat(table.scan(new Scan().setReversed(true))).as(salt).isEqualTo(reversed);
        assertThat(
                table.scan(
                    new Scan().withStartRow(key("00201"), false).withStopRow(key("0103"), true)))
            .as(salt)
            .isEqualTo(ROWS.subList(42, 206));
      }
    }
  }

  @Test
  void filtersAndLimitsAreThoseOfTheNaturalOrder() throws Exception {
    try (TestTable table = filled(SPEC, 60)) {
      RowFilter sevens = new RowFilter(CompareOperator.EQUAL, new SubstringComparator("7"));
      List<String> expected = ROWS.stream().filter(row -> row.contains("7")).toList();
      assertThat(table.scan(new Scan().setFilter(sevens))).isEqualTo(expected);
      assertThat(table.scan(new Scan().setFilter(sevens).setLimit(3)))
          .isEqualTo(expected.subList(0, 3));
      assertThat(table.scan(new Scan().setFilter(new PrefixFilter(key("010")))))
          .isEqualTo(ROWS.subList(200, 220));
      FilterList page = new FilterList(sevens, new PageFilter(5));
      Scan inOneRegion = new Scan().withStartRow(key("0050")).withStopRow(key("0150"));
      assertThat(table.scan(inOneRegion.setFilter(page)))
          .isEqualTo(expected.stream().filter(row -> row.compareTo("0050") >= 0).limit(5).toList());
    }
  }

  @Test
  void aQueryPinsAScanOrFiltersItsPasses() throws Exception {
    try (TestTable table = filled("key=user:4:digits n:1,salt=reverse(user)", 60)) {
      Scan pinned = new Scan();
      pinned.setAttribute("halite.where", key("user = 0042"));
      table.scan(pinned);
      long passes = counted("scanPasses");
      assertThat(table.scan(pinned)).containsExactly("00420", "00421");
      assertThat(counted("scanPasses")).as("no pass").isEqualTo(passes);
      Scan free = new Scan();
      free.setAttribute("halite.where", key("user in (0042, 0142, 0007) and n = 1"));
      assertThat(table.scan(free)).containsExactly("00071", "00421", "01421");
      assertThat(counted("scanPasses")).isGreaterThan(passes);
    }
  }

  @Test
  void tooManyPassesAreRefusedUnlessTheSpecSaysPasses() throws Exception {
    try (TestTable table = filled(SPEC, 12)) {
      assertThatThrownBy(() -> table.scan(new Scan()))
          .hasStackTraceContaining("PassException")
          .hasStackTraceContaining(
              "allowed are 1000000 rows and 8 passes: let start and stop row give one value to"
                  + " segment 'user',")
          .hasStackTraceContaining("scan=passes in the table's coprocessor attribute");
      assertThat(table.scan(new Scan().setLimit(5))).isEqualTo(ROWS.subList(0, 5));
      assertThat(table.scan(new Scan().setRowPrefixFilter(key("0042")))).hasSize(2);
      table.alter(SPEC + ",scan=passes");
      assertThat(table.scan(new Scan())).isEqualTo(ROWS);
      table.alter(SPEC + ",scan=pinned");
      assertThatThrownBy(() -> table.scan(new Scan().setLimit(5)))
          .hasStackTraceContaining("scan=pinned refuses a scan of rows that the salt scatters")
          .hasStackTraceContaining("give one value to segment 'user'");
      assertThat(table.scan(new Scan().setRowPrefixFilter(key("0042")))).hasSize(2);
    }
  }

  @Test
  void estimateOfARefusalIsWhatTheScanCostsOnceItIsAllowed() throws Exception {
    try (TestTable table = filled(SPEC, 8)) {
      int kept = Math.toIntExact(800 / new KeyValue(key("00000"), F, Q, key("00000")).heapSize());
      int passes = (100 + kept - 1) / kept;
      long rows = IntStream.range(0, passes).mapToLong(pass -> 100 - pass * kept).sum();
      Scan ofOneGateway = new Scan().withStopRow(key("0050"));
      assertThatThrownBy(() -> table.scan(ofOneGateway))
          .hasStackTraceContaining("takes %d rows in %d passes; allowed".formatted(rows, passes));
      Scan eight = new Scan().withStopRow(key(ROWS.get(8 * kept)));
      assertThat(table.scan(eight)).hasSize(8 * kept);
      Scan nine = new Scan().withStopRow(key(ROWS.get(8 * kept)), true);
      assertThatThrownBy(() -> table.scan(nine)).hasStackTraceContaining("rows in 9 passes");
      table.alter(SPEC + ",scan=passes");
      table.scan(ofOneGateway);
      long passesBefore = counted("scanPasses");
      long rowsBefore = counted("rowsPassed");
      RpcCount before = RpcCount.of(cluster);
      assertThat(table.scan(ofOneGateway)).isEqualTo(ROWS.subList(0, 100));
      assertThat(counted("scanPasses") - passesBefore).isEqualTo(passes);
      assertThat(counted("rowsPassed") - rowsBefore).isEqualTo(rows);
      assertThat(RpcCount.of(cluster).since(before).scan())
          .as("the client's, and for each pass one to each owner")
          .isGreaterThanOrEqualTo(1 + passes * (SPLITS.length + 1L));
    }
  }

  @Test
  void tooManyRowsAreRefused() throws Exception {
    Map<String, String> limits = Map.of("halite.scan.pass.rows", "399");
    try (TestTable table =
        TestTable.numbered("technique").salted(SPEC).values(limits).splits("1").create(cluster)) {
      table.put(ROWS);
      assertThatThrownBy(() -> table.scan(new Scan()))
          .hasStackTraceContaining("takes more than 400 rows; allowed are 399 rows");
      assertThat(table.scan(new Scan().withStartRow(key("0150")))).hasSize(100);
    }
  }

  @Test
  void scanGoesOnWhileItsRegionsMoveAndSplit() throws Exception {
    try (TestTable table = filled(SPEC, 60)) {
      List<String> given = new ArrayList<>();
      try (ResultScanner scanner = table.table().getScanner(new Scan().setCaching(5))) {
        int rows = 0;
        for (Result row : scanner) {
          given.add(Bytes.toString(row.getRow()));
          if (++rows % 80 == 0) {
            moveAll(table);
          }
          if (rows == 120) {
            table.admin().split(table.name(), key("12"));
          }
        }
      }
      assertThat(given).isEqualTo(ROWS);
    }
  }

  private void moveAll(TestTable table) throws Exception {
    List<ServerName> servers = new ArrayList<>(table.admin().getRegionServers());
    for (RegionInfo region : table.admin().getRegions(table.name())) {
      try {
        table.admin().move(region.getEncodedNameAsBytes(), servers.get(region.hashCode() & 1));
        Collections.rotate(servers, 1);
      } catch (DoNotRetryRegionException splitting) {
        assertThat(splitting).hasMessageContaining("nexpected state for");
      }
    }
  }

  private static long forwarded(TestTable table) throws Exception {
    return SaltedTableOperations.of(table.connection(), table.name()).spread().gateways().stream()
        .mapToLong(gateway -> gateway.reads() + gateway.writes())
        .sum();
  }

  @Test
  void pluginReadsThroughGatewaysOnlyWhatNeedsPasses() throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (TestTable table = filled(SPEC, 60);
        Connection plugin = ConnectionFactory.createConnection(conf);
        Table direct = plugin.getTable(table.name())) {
      assertThat(direct.exists(new Get(key("00070")))).as("asks for the spec").isTrue();
      long before = forwarded(table);
      assertThat(TestTable.scan(direct, new Scan().setRowPrefixFilter(key("0007"))))
          .containsExactly("00070", "00071");
      assertThat(TestTable.scan(direct, UnorderedAttribute.putOn(new Scan(), 4)))
          .containsExactlyInAnyOrderElementsOf(ROWS);
      assertThat(forwarded(table)).as("one stored range, and no order").isEqualTo(before);
      assertThat(TestTable.scan(direct, new Scan())).isEqualTo(ROWS);
      assertThat(forwarded(table)).as("one scan for each gateway").isEqualTo(before + 6);
    }
  }
}
