package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about segments, on a salted table and on one that only has a layout. */
class WhereIT {
  private static final String LAYOUT = "origin:3 departure:12:digits destination:3";
  private static final byte[] F = Bytes.toBytes("f");
  private static final List<String> AIRPORTS = List.of("ATL", "LAX", "MIA", "ORD", "SFO");
  private static EmbeddedCluster cluster;
  private static List<String> keys;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(2);
    keys = keys();
    for (String salt : List.of("none", "hash(origin) % 4")) {
      TableName name = name(salt);
      String spec = "key=" + LAYOUT + ",salt=" + salt;
      TablePlan plan = TestTable.named(name).salted(spec);
      (salt.equals("none") ? plan.splits("LAX2", "ORD") : plan.splitBuckets()).create(cluster);
      try (Table table = cluster.connection().getTable(name)) {
        List<Put> puts = new ArrayList<>();
        for (String key : keys) {
          puts.add(new Put(Bytes.toBytes(key)).addColumn(F, F, F));
        }
        table.put(puts);
      }
    }
  }

  private static List<String> keys() {
    Random random = new Random(7);
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      keys.add(
          AIRPORTS.get(random.nextInt(5))
              + String.format("20010115%02d%02d", random.nextInt(24), random.nextInt(60))
              + AIRPORTS.get(random.nextInt(5)));
    }
    return keys.stream().distinct().sorted().toList();
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static TableName name(String salt) {
    return TableName.valueOf(salt.equals("none") ? "plain" : "salted");
  }

  private static List<String> scan(String salt, Scan scan) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Table table = cluster.connection().getTable(name(salt));
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }

  private static Scan where(String text) {
    return new Scan().setAttribute("halite.where", Bytes.toBytes(text));
  }

  private static void check(String salt, String text, Predicate<String> expected) throws Exception {
    List<String> rows = keys.stream().filter(expected).toList();
    assertThat(rows).isNotEmpty();
    assertThat(scan(salt, where(text))).isEqualTo(rows);
    SegmentFilter filter = SegmentFilter.where(KeyLayout.parse(LAYOUT), text);
    assertThat(scan(salt, new Scan().setFilter(filter))).isEqualTo(rows);
    assertThat(scan(salt, filter.applyTo(new Scan()))).isEqualTo(rows);
    List<String> reversed = new ArrayList<>(rows);
    Collections.reverse(reversed);
    assertThat(scan(salt, where(text).setReversed(true))).isEqualTo(reversed);
    assertThat(scan(salt, where(text).setLimit(3)))
        .isEqualTo(rows.subList(0, Math.min(3, rows.size())));
    byte[] start = Bytes.toBytes("LAX");
    assertThat(scan(salt, where(text).withStartRow(start)))
        .isEqualTo(rows.stream().filter(row -> row.compareTo("LAX") >= 0).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hash(origin) % 4"})
  void aQueryFindsWhatAClientSideCheckFinds(String salt) throws Exception {
    check(salt, "destination in (LAX, SFO)", row -> row.endsWith("LAX") || row.endsWith("SFO"));
    check(
        salt,
        "destination = MIA and departure >= 200101152200",
        row -> row.endsWith("MIA") && row.compareTo(row.substring(0, 3) + "200101152200") >= 0);
    check(
        salt,
        "origin in (LAX, ORD) and destination != ATL",
        row -> (row.startsWith("LAX") || row.startsWith("ORD")) && !row.endsWith("ATL"));
    check(
        salt,
        "(origin = LAX and departure >= 200101152200) or destination in (MIA, SFO)"
            + " and not (origin = ATL or departure < 200101150600)",
        row ->
            (row.startsWith("LAX") && row.substring(3).compareTo("200101152200") >= 0)
                || ((row.endsWith("MIA") || row.endsWith("SFO"))
                    && !row.startsWith("ATL")
                    && row.substring(3).compareTo("200101150600") >= 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hash(origin) % 4"})
  void aMistakeInTheWordsIsRefusedBeforeARowIsRead(String salt) {
    assertThatThrownBy(() -> scan(salt, where("destinatoin = LAX")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("halite.where")
        .hasMessageContaining("destinatoin")
        .hasMessageContaining(name(salt).getNameAsString());
  }

  /** A region without a key in the scan's range reads nothing, in bounds of its own. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aScanOfNoRowReturnsNoneThoughItsRegionBeginsWithARowOfTheTimeZero(boolean reversed)
      throws Exception {
    try (TestTable table =
            TestTable.numbered("zero").salted("key=row:*,salt=none").splits("m").create(cluster);
        Table client = table.table()) {
      byte[] row = Bytes.toBytes("m");
      client.put(new Put(row).addColumn(TestTable.F, TestTable.Q, 0, row));
      Scan none = new Scan().setReversed(reversed).withStartRow(row, false);
      assertThat(table.scan(none.withStopRow(row, true))).isEmpty();
      assertThat(table.scan(new Scan().setReversed(reversed))).containsExactly("m");
    }
  }
}
