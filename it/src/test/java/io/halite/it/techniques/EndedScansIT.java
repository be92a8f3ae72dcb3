package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A filter that ends a scan of a plain table ends it in the region, and in all others if an answer
 * has no rows. Under random salts it does so in the same places.
 */
@ExtendWith(SharedCluster.class)
class EndedScansIT {
  private static final byte[] A = Bytes.toBytes("A");

  private final EmbeddedCluster cluster;

  EndedScansIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Filter whileValue(CompareOperator operator) {
    return new WhileMatchFilter(new ValueFilter(operator, new BinaryComparator(A)));
  }

  private static Filter whileRow(CompareOperator operator, String key) {
    return new WhileMatchFilter(new RowFilter(operator, new BinaryComparator(Bytes.toBytes(key))));
  }

  private static List<Filter> pages() {
    return List.of(
        new PageFilter(1),
        new WhileMatchFilter(new PageFilter(2)),
        new FilterList(new WhileMatchFilter(new PageFilter(3))));
  }

  private TestTable salted(String salt) throws IOException {
    return TestTable.numbered("ended").salted("salt=" + salt).splits("m", "t").create(cluster);
  }

  private TestTable plain() throws IOException {
    return TestTable.numbered("ended-twin").splits("m", "t").create(cluster);
  }

  /** The rows of a scan, and in how many regions it has looked for them. */
  private static String answer(TestTable table, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.table().getScanner(new Scan(scan))) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(Bytes.toString(row.getRow()) + row.size());
      }
      return rows + " of regions: " + scanner.getScanMetrics().countOfRegions;
    }
  }

  private static void put(TestTable table, String... rows) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (String row : rows) {
      byte[] key = Bytes.toBytes(row.substring(0, 1));
      puts.add(new Put(key).addColumn(F, Q, Bytes.toBytes(row.substring(1))));
    }
    table.table().put(puts);
  }

  @Test
  void scansEndWhereThoseOfAPlainTableEnd() throws Exception {
    try (TestTable salted = salted("random % 16");
        TestTable plain = plain()) {
      Filter whileA = whileValue(CompareOperator.EQUAL);
      Scan first = new Scan().setFilter(whileA).setScanMetricsEnabled(true);
      put(salted, "aB", "mA", "nA", "tA");
      put(plain, "aB", "mA", "nA", "tA");
      assertThat(answer(plain, first)).as("the filter ends it").isEqualTo("[] of regions: 1");
      assertThat(answer(salted, first)).isEqualTo("[] of regions: 1");
      put(salted, "aA", "bA", "cB", "oB");
      put(plain, "aA", "bA", "cB", "oB");
      assertAlike(salted, plain, whileA);
      assertAlike(salted, plain, whileValue(CompareOperator.NOT_EQUAL));
      assertAlike(salted, plain, new InclusiveStopFilter(Bytes.toBytes("b")));
      for (Filter page : pages()) {
        assertAlike(salted, plain, page);
      }
    }
  }

  private static void assertAlike(TestTable salted, TestTable plain, Filter filter)
      throws IOException {
    for (int caching : new int[] {1, 2, 3, 100}) {
      for (boolean reversed : new boolean[] {false, true}) {
        Scan scan =
            new Scan()
                .setFilter(filter)
                .setCaching(caching)
                .setReversed(reversed)
                .setScanMetricsEnabled(true);
        assertThat(answer(salted, scan))
            .as("%s, caching %d, reversed: %s", filter, caching, reversed)
            .isEqualTo(answer(plain, scan));
      }
    }
  }

  /** Owners do not say that a filter has ended their scans, but the gateways know its keys. */
  @Test
  void aFilterOfKeysEndsTheScanSoonBehindItsLastKey() throws Exception {
    try (TestTable salted =
            TestTable.numbered("ended")
                .salted("salt=hash(*) % 4")
                .splits("e", "i", "m", "q")
                .create(cluster);
        TestTable plain =
            TestTable.numbered("ended-twin").splits("e", "i", "m", "q").create(cluster)) {
      put(salted, "aA", "bA", "eA", "fA", "iA", "mA", "qA");
      put(plain, "aA", "bA", "eA", "fA", "iA", "mA", "qA");
      for (Filter filter :
          List.of(
              new PrefixFilter(Bytes.toBytes("a")),
              new InclusiveStopFilter(Bytes.toBytes("a")),
              whileRow(CompareOperator.LESS, "b"))) {
        Scan scan = new Scan().setFilter(filter).setScanMetricsEnabled(true);
        assertThat(answer(plain, scan)).as("%s", filter).isEqualTo("[a1] of regions: 2");
        assertThat(answer(salted, scan)).as("%s", filter).matches("\\[a1] of regions: [12]");
      }
      // Regions without such rows lie ahead of that with them.
      Scan prefix = new Scan().setFilter(new PrefixFilter(Bytes.toBytes("m")));
      assertThat(answer(salted, prefix.setScanMetricsEnabled(true))).startsWith("[m1]");
      Scan behind = new Scan().withStartRow(Bytes.toBytes("c")).setScanMetricsEnabled(true);
      Scan to = behind.setFilter(whileRow(CompareOperator.LESS_OR_EQUAL, "e"));
      assertThat(answer(salted, to)).as("its region begins with the last key").startsWith("[e1]");
      Scan below = behind.setFilter(whileRow(CompareOperator.LESS, "e"));
      assertThat(answer(salted, below)).as("its region ends there").isEqualTo("[] of regions: 1");
    }
  }

  /** The region of a plain table reads no more of it, although the filter counts again. */
  @Test
  void aFamilyWhoseRowIsTooWideGivesNoLaterRowsOfItsRegion() throws Exception {
    try (TestTable salted =
            TestTable.numbered("ended")
                .families(F, Q)
                .salted("salt=random % 16")
                .splits("m")
                .create(cluster);
        TestTable plain =
            TestTable.numbered("ended-twin").families(F, Q).splits("m").create(cluster)) {
      for (TestTable table : List.of(salted, plain)) {
        for (String row : List.of("aA", "bAAA", "cA", "mA", "nAA", "oA")) {
          Put put = new Put(Bytes.toBytes(row.substring(0, 1)));
          for (int column = 1; column < row.length(); column++) {
            byte[] qualifier = {(byte) column};
            put.addColumn(F, qualifier, A).addColumn(Q, qualifier, A);
          }
          table.table().put(put);
        }
      }
      for (int most = 1; most <= 6; most++) {
        assertAlike(salted, plain, new ColumnCountGetFilter(most));
      }
    }
  }

  @Test
  void pagesOfOnePlaceAreThoseOfAPlainTableInEachRegion() throws Exception {
    try (TestTable salted = salted("hash(*) % 4");
        TestTable plain = plain()) {
      put(salted, "aA", "bA", "cA", "mA", "nA", "tA");
      put(plain, "aA", "bA", "cA", "mA", "nA", "tA");
      for (Filter page : pages()) {
        assertAlike(salted, plain, page);
      }
    }
  }
}
