package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions, minimum versions and time to live of rows whose cells lie in many places. */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class ExpiringVersionsIT {
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] A1 = Bytes.toBytes("a1");
  private static final byte[] B1 = Bytes.toBytes("b1");
  private static final int TTL_SECONDS = 10;
  private static final List<ColumnFamilyDescriptor> FAMILIES =
      List.of(
          ColumnFamilyDescriptorBuilder.newBuilder(F)
              .setMaxVersions(3)
              .setMinVersions(1)
              .setTimeToLive(TTL_SECONDS)
              .build(),
          ColumnFamilyDescriptorBuilder.newBuilder(G)
              .setMaxVersions(2)
              .setTimeToLive(TTL_SECONDS)
              .build());

  private final EmbeddedCluster cluster;
  private final long start = System.currentTimeMillis();
  private final AtomicLong now = new AtomicLong(start);

  ExpiringVersionsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static byte[] key(int row) {
    return Bytes.toBytes("row" + row);
  }

  /** Five versions of each column, from nine seconds ago to one; of later rows only the older. */
  private void write(Table table) throws IOException {
    for (int row = 0; row < 5; row++) {
      for (int version = 0; version < 5 - row; version++) {
        long stamp = start - 9_000 + 2_000L * version;
        byte[] value = Bytes.toBytes("v" + version % 2);
        Put put = new Put(key(row)).addColumn(F, A1, stamp, value).addColumn(F, B1, stamp, value);
        table.put(put.addColumn(G, A1, stamp, value));
      }
    }
    table.put(new Put(key(5)).addColumn(G, A1, start - 9_000, B1));
    table.delete(new Delete(key(1)).addColumns(F, A1, start - 5_000));
    table.delete(new Delete(key(0)).addColumn(F, B1, start - 1_000));
  }

  private static Map<String, Filter> filters() {
    Map<String, Filter> filters = new LinkedHashMap<>();
    filters.put(
        "value", new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes("v1"))));
    filters.put("column prefix", new ColumnPrefixFilter(Bytes.toBytes("a")));
    return filters;
  }

  private static List<Get> gets(byte[] row) throws IOException {
    List<Get> gets = new ArrayList<>();
    gets.add(new Get(row));
    gets.add(new Get(row).readAllVersions());
    gets.add(new Get(row).readVersions(2).addColumn(G, A1));
    gets.add(new Get(row).addColumn(F, A1));
    gets.add(new Get(row).addFamily(G));
    gets.add(new Get(row).readAllVersions().setMaxResultsPerColumnFamily(2));
    for (Filter filter : filters().values()) {
      gets.add(new Get(row).setFilter(filter));
      gets.add(new Get(row).readAllVersions().setFilter(filter));
    }
    return gets;
  }

  private static List<Scan> scans() throws IOException {
    List<Scan> scans = new ArrayList<>();
    for (boolean reversed : List.of(false, true)) {
      scans.add(new Scan().setReversed(reversed));
      scans.add(new Scan().setReversed(reversed).readAllVersions());
      scans.add(new Scan().setReversed(reversed).readVersions(2).addFamily(F));
      scans.add(new Scan().setReversed(reversed).addFamily(G).setLimit(2));
      scans.add(new Scan().setReversed(reversed).readAllVersions().setLimit(3));
      scans.add(new Scan().setReversed(reversed).setFilter(filters().get("value")).setLimit(2));
    }
    for (Filter filter : filters().values()) {
      scans.add(new Scan().setFilter(filter));
      scans.add(new Scan().readAllVersions().setFilter(filter));
      scans.add(new Scan().readAllVersions().setFilter(filter).setMaxResultsPerColumnFamily(1));
    }
    return scans;
  }

  private String text(Result row) {
    StringBuilder out = new StringBuilder(row.isEmpty() ? "nothing" : Bytes.toString(row.getRow()));
    for (Cell cell : row.rawCells()) {
      out.append(' ').append(text(cell));
    }
    return out.toString();
  }

  private String newestTwoOfRow2(TestTable table) throws IOException {
    return text(table.table().get(new Get(key(2)).addColumn(F, A1).readVersions(2)));
  }

  private String text(Cell cell) {
    return "%s:%s/%d=%s"
        .formatted(
            Bytes.toString(CellUtil.cloneFamily(cell)),
            Bytes.toString(CellUtil.cloneQualifier(cell)),
            cell.getTimestamp() - start,
            Bytes.toString(CellUtil.cloneValue(cell)));
  }

  /** All that a table answers at this time. */
  private List<String> answers(Table table) throws IOException {
    List<String> answers = new ArrayList<>();
    for (int row = 0; row < 7; row++) {
      for (Get get : gets(key(row))) {
        answers.add(get + ": " + text(table.get(get)) + ' ' + table.exists(get));
      }
    }
    for (Scan scan : scans()) {
      List<String> rows = new ArrayList<>();
      try (ResultScanner scanner = table.getScanner(scan)) {
        scanner.forEach(row -> rows.add(text(row)));
      }
      answers.add(scan + ": " + rows);
    }
    return answers;
  }

  private List<String> all(Table table) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan().readAllVersions())) {
      scanner.forEach(row -> rows.add(text(row)));
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"key=name:4,salt=random % 10 digits", "key=name:4,salt=random-suffix % 16"})
  void cellsGoWhenThoseOfAPlainTableGo(String spec) throws Exception {
    try (TestTable salted =
            TestTable.numbered("technique")
                .salted(spec)
                .families(FAMILIES)
                .splits("3", "6", "row2")
                .create(cluster);
        TestTable plain =
            TestTable.numbered("technique")
                .saltedByHand("name:4")
                .families(FAMILIES)
                .splits("3", "row2")
                .create(cluster)) {
      EnvironmentEdgeManager.injectEdge(now::get);
      try {
        compare(salted, plain);
      } finally {
        // Before the tables are dropped: what waits for the master waits for its clock.
        EnvironmentEdgeManager.reset();
      }
    }
  }

  private void compare(TestTable salted, TestTable plain) throws IOException {
    write(salted.table());
    write(plain.table());
    assertThat(salted.store().keys()).as("places of six rows").hasSizeGreaterThan(6);
    assertThat(all(plain.table()))
        .contains(
            "row0 f:a1/-1000=v0 f:a1/-3000=v1 f:a1/-5000=v0 f:b1/-3000=v1 f:b1/-5000=v0"
                + " f:b1/-7000=v1 g:a1/-1000=v0 g:a1/-3000=v1");
    List<List<String>> seen = new ArrayList<>();
    for (long passed : List.of(0, 5_000, 5_001, 8_000, 20_000)) {
      now.set(start + passed);
      assertThat(answers(salted.table()))
          .as("after %d ms", passed)
          .isEqualTo(answers(plain.table()));
      seen.add(all(salted.table()));
    }
    assertThat(seen).doesNotHaveDuplicates();
    now.set(start + 5_000);
    assertThat(newestTwoOfRow2(salted)).isEqualTo("row2 f:a1/-5000=v0");
    assertThat(newestTwoOfRow2(plain))
        .as("the documented difference: HBase gives a version that is twelve seconds old")
        .isEqualTo("row2 f:a1/-5000=v0 f:a1/-7000=v1");
  }
}
