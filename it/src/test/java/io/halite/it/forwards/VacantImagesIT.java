package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans of tables of whose regions most hold no row: what they cost and return. */
@ExtendWith(SharedCluster.class)
class VacantImagesIT {
  private static final int BUCKETS = 64;
  private static final int SERVERS = 3;
  private static final int SCANS = 9;
  private static final String SPREAD = "key=row:*,salt=hash(*) % 64";
  private static final String RANDOM = "key=row:*,salt=random % 64";

  /** Rows of 10 of the 64 gateways, and of the last one, which covers all letters. */
  private static final List<String> ROWS =
      IntStream.range(0, 40)
          .mapToObj(i -> (i < 30 ? "" + i % 10 : "A") + "row%02d".formatted(i))
          .sorted()
          .toList();

  private final EmbeddedCluster cluster;

  VacantImagesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TablePlan plan(String spec) {
    return TestTable.numbered("vacant").salted(spec).splitBuckets();
  }

  /** The requests that the region servers have answered to clients and to each other. */
  private long requests() {
    long requests = 0;
    for (RegionServerThread server :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      requests +=
          server.getRegionServer().getMetrics().getRegionServerWrapper().getTotalRequestCount();
    }
    return requests;
  }

  /**
   * The requests between servers that a full scan takes, once all know where the regions are. The
   * median of some scans, since a gateway opens all images where the machine stands still.
   */
  private long forwards(TestTable table, List<String> rows, Scan scan) throws IOException {
    assertThat(table.scan(scan)).isEqualTo(rows);
    long[] forwards = new long[SCANS];
    for (int i = 0; i < SCANS; i++) {
      forwards[i] = forwardsOfOne(table, rows, scan);
    }
    Arrays.sort(forwards);
    return forwards[SCANS / 2];
  }

  private long forwardsOfOne(TestTable table, List<String> rows, Scan scan) throws IOException {
    long before = requests();
    List<String> seen = new ArrayList<>();
    try (ResultScanner scanner =
        table.table().getScanner(new Scan(scan).setScanMetricsEnabled(true))) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        seen.add(Bytes.toString(row.getRow()));
      }
      assertThat(seen).isEqualTo(rows);
      return requests() - before - scanner.getScanMetrics().countOfRPCcalls.get();
    }
  }

  /** Otherwise each of 16 gateways would open the 10 or 11 images that other servers hold. */
  @Test
  void sixteenBucketsTakeOneRequestOfEachGatewayToEachServer() throws Exception {
    try (TestTable table = plan("key=row:*,salt=hash(*) % 16").create(cluster)) {
      assertThat(forwards(table, List.of(), new Scan())).isLessThanOrEqualTo(16 * SERVERS);
    }
  }

  @Tag("wide")
  @ParameterizedTest
  @ValueSource(strings = {SPREAD, RANDOM})
  void fullScanOfAnEmptyTableTakesOneRequestOfEachGatewayToEachServer(String spec)
      throws Exception {
    try (TestTable table = plan(spec).create(cluster)) {
      assertThat(forwards(table, List.of(), new Scan())).isLessThanOrEqualTo(BUCKETS * SERVERS);
      assertThat(forwards(table, List.of(), new Scan().setReversed(true)))
          .isLessThanOrEqualTo(BUCKETS * SERVERS);
    }
  }

  /**
   * Each gateway has three rows. With four it may open all its images: where a server looks at few
   * vacant ones before the fourth that holds a row, it concludes that most hold rows.
   */
  @Tag("wide")
  @Test
  void fullScanOfASmallTableOpensTheImagesThatHoldRows() throws Exception {
    List<String> rows = ROWS.subList(0, 33);
    try (TestTable table = plan(SPREAD).create(cluster)) {
      table.put(rows);
      assertThat(forwards(table, rows, new Scan())).isLessThanOrEqualTo(BUCKETS * SERVERS);
      cluster.utility().flush(table.name());
      assertThat(forwards(table, rows, new Scan())).isLessThanOrEqualTo(BUCKETS * SERVERS);
    }
  }

  private static List<Scan> scans() {
    List<Scan> scans = new ArrayList<>();
    for (boolean reversed : new boolean[] {false, true}) {
      scans.add(new Scan().setReversed(reversed));
      scans.add(
          (reversed
                  ? new Scan().withStartRow(Bytes.toBytes("7row2")).withStopRow(new byte[] {'2'})
                  : new Scan().withStartRow(Bytes.toBytes("3row2")).withStopRow(new byte[] {'8'}))
              .setReversed(reversed));
      scans.add(new Scan().setReversed(reversed).setLimit(7));
      scans.add(
          new Scan()
              .setReversed(reversed)
              .setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("row1"))));
      scans.add(new Scan().setReversed(reversed).setRaw(true).readAllVersions());
    }
    scans.add(new Scan().setFilter(new PrefixFilter(Bytes.toBytes("4"))));
    return scans;
  }

  @Tag("wide")
  @ParameterizedTest
  @ValueSource(strings = {SPREAD, RANDOM})
  void scansReturnWhatTheyReturnOfAPlainTable(String spec) throws Exception {
    try (TestTable salted = plan(spec).create(cluster);
        TestTable plain =
            TestTable.numbered("vacant-plain").splits("2", "5", "A").create(cluster)) {
      for (TestTable table : List.of(salted, plain)) {
        table.put(ROWS.subList(0, 20));
        cluster.utility().flush(table.name());
        table.put(ROWS.subList(20, 40));
        table.table().delete(new Delete(Bytes.toBytes(ROWS.get(3))));
        table.table().delete(new Delete(Bytes.toBytes(ROWS.get(33))));
      }
      for (Scan scan : scans()) {
        assertThat(salted.scan(scan)).as("%s", scan).isEqualTo(plain.scan(scan));
      }
    }
  }

  @Tag("wide")
  @Test
  void rowsWrittenAheadOfAScanUnderWayAreReturned() throws Exception {
    try (TestTable table = plan(SPREAD).create(cluster)) {
      table.put(List.of("0first"));
      List<String> seen = new ArrayList<>();
      try (ResultScanner scanner = table.table().getScanner(new Scan().setCaching(1))) {
        seen.add(Bytes.toString(scanner.next().getRow()));
        table.put(List.of("5later", "Zlast"));
        scanner.forEach(row -> seen.add(Bytes.toString(row.getRow())));
      }
      assertThat(seen).containsExactly("0first", "5later", "Zlast");
    }
  }

  @Tag("wide")
  @Test
  void rowsOfRegionsThatHaveMovedAreReturned() throws Exception {
    try (TestTable table = plan(SPREAD).create(cluster)) {
      table.put(ROWS);
      assertThat(table.scan(new Scan())).isEqualTo(ROWS);
      for (String row : List.of("0row00", "5row15", "Arow39")) {
        move(SaltingSpec.parse(SPREAD).salt().salt(Bytes.toBytes(row)), table);
        assertThat(table.scan(new Scan())).isEqualTo(ROWS);
      }
    }
  }

  /** Moves the region of a stored row to another server. */
  private void move(byte[] row, TestTable table) throws Exception {
    HRegionLocation location =
        cluster.connection().getRegionLocator(table.name()).getRegionLocation(row, true);
    table.moveAway(location);
    cluster.utility().waitUntilNoRegionsInTransition();
  }
}
