package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.salted.ScanWitness.Received;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scan metrics count what the owners do, and the client's own RPCs. */
@ExtendWith(SharedCluster.class)
class ScanMetricsIT {
  private static final String LAYOUT = "key=user:4:digits order:*,salt=";
  private static final List<String> ROWS =
      IntStream.range(0, 30).mapToObj(i -> "%04d%d".formatted(i * 300, i % 3)).toList();

  /** The gateway regions, divided at the natural key 05, and how many rows each of them has. */
  private static final int GATEWAYS = 2;

  private static final List<Long> ROWS_OF_GATEWAYS = List.of(2L, 28L);

  private final EmbeddedCluster cluster;

  ScanMetricsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static TablePlan plan(String salt) {
    return TestTable.numbered("metrics")
        .salted(LAYOUT + salt)
        .coprocessor(ScanWitness.class)
        .splits("05");
  }

  @ParameterizedTest
  @CsvSource({
    "hash(*) % 4, false",
    "hash(*) % 4, true",
    "random % 4, false",
    "random % 4, true",
    "reverse(user), false",
    "reverse(user), true",
  })
  void aScanReportsTheRowsThatItsOwnersHaveScannedAndFiltered(String salt, boolean reversed)
      throws Exception {
    Scan scan =
        new Scan()
            .setReversed(reversed)
            .setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("3")));
    // Copied for each use: the blocking client of HBase 2.5 leaves a region's read point in it.
    scan.setEnableScanMetricsByRegion(true);
    try (TestTable fixture = plan(salt).create(cluster);
        ScanClients clients = new ScanClients(cluster)) {
      fixture.put(ROWS);
      for (ScanReport byGateways : clients.byGateways(fixture, scan)) {
        byGateways.assertIsOfGateways(GATEWAYS);
        assertRows(byGateways, salt);
        assertThat(ofRegions(fixture, byGateways)).isEqualTo(rowsOfGateways(salt));
      }
      for (ScanReport byPlugIn : clients.byPlugIn(fixture, scan)) {
        if (salt.startsWith("hash")) {
          byPlugIn.assertIsOfOwners(4, 1);
          // The bytes of all buckets begin the stored keys of the first region.
          assertThat(ofRegions(fixture, byPlugIn)).containsExactly(30L);
        } else {
          byPlugIn.assertIsOfGateways(GATEWAYS);
          assertThat(ofRegions(fixture, byPlugIn)).isEqualTo(rowsOfGateways(salt));
        }
        assertRows(byPlugIn, salt);
      }
      assertThatWhatWasReadAheadCounts(fixture, clients, salt);
    }
  }

  /** The stored rows are read once, one region after the other. */
  @ParameterizedTest
  @CsvSource({"reverse(user), 0", "md5(user)[0:4], 4"})
  void aScanInAnyOrderReportsWhatTheOwnersOfScatteredRowsCount(String salt, int width)
      throws Exception {
    Scan scan =
        UnorderedAttribute.putOn(new Scan(), 4)
            .setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("3")));
    scan.setEnableScanMetricsByRegion(true);
    try (TestTable fixture = plan(salt).create(cluster);
        ScanClients clients = new ScanClients(cluster)) {
      fixture.put(ROWS);
      for (ScanReport byPlugIn : clients.byPlugIn(fixture, scan)) {
        byPlugIn.assertIsOfOwners(GATEWAYS, width);
        assertThat(byPlugIn.rows()).hasSizeBetween(1, ROWS.size() - 1);
        assertThat(byPlugIn.metrics().countOfRowsScanned).hasValue(ROWS.size());
        assertThat(byPlugIn.metrics().countOfRowsFiltered)
            .hasValue(ROWS.size() - byPlugIn.rows().size());
        assertThat(ofRegions(fixture, byPlugIn)).isEqualTo(stored(fixture));
      }
    }
  }

  /** An owner looks up a counter at each row. */
  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "random % 4", "reverse(user)"})
  void ownersCountForAScanWithMetricsAlone(String salt) throws Exception {
    try (TestTable fixture = plan(salt).create(cluster);
        ScanClients clients = new ScanClients(cluster)) {
      fixture.put(ROWS);
      for (boolean metrics : new boolean[] {false, true}) {
        Scan scan = new Scan().setScanMetricsEnabled(metrics);
        for (Received received : clients.received(fixture, scan)) {
          assertThat(received.byOwners()).isPositive();
          assertThat(received.counted()).isEqualTo(metrics ? received.byOwners() : 0);
        }
      }
    }
  }

  /** How many rows each region stores. */
  private static List<Long> stored(TestTable fixture) throws Exception {
    byte[] border = Bytes.toBytes("05");
    long first =
        fixture.store().keys().stream()
            .filter(key -> Bytes.compareTo(Bytes.toBytesBinary(key), border) < 0)
            .count();
    return List.of(first, ROWS.size() - first);
  }

  /** In passes each gateway reads the rows of all gateways. */
  private static List<Long> rowsOfGateways(String salt) {
    return salt.startsWith("reverse") ? List.of(30L, 30L) : ROWS_OF_GATEWAYS;
  }

  private static void assertRows(ScanReport report, String salt) {
    int given = report.rows().size();
    assertThat(given).isBetween(1, ROWS.size() - 1);
    long scanned = rowsOfGateways(salt).stream().mapToLong(Long::longValue).sum();
    assertThat(report.metrics().countOfRowsScanned.get()).isEqualTo(scanned);
    // The filter of a row in many places runs behind the join.
    assertThat(report.metrics().countOfRowsFiltered.get())
        .isEqualTo(salt.startsWith("random") ? 0 : scanned - given);
    assertThat(report.metrics().bytesReadFromMemstore.get()).isPositive();
  }

  /** The rows that were scanned, of the regions in their order. */
  private static List<Long> ofRegions(TestTable fixture, ScanReport report) throws Exception {
    Map<String, Long> rows = report.rowsByRegion();
    return fixture.admin().getRegions(fixture.name()).stream()
        .filter(region -> rows.containsKey(region.getEncodedName()))
        .map(region -> rows.get(region.getEncodedName()))
        .toList();
  }

  /**
   * Each bucket has shown its first row before the first of all is known. A gateway that merges
   * counts the row that it gives; with the plug-in, and in passes and joins, what was read counts.
   */
  private static void assertThatWhatWasReadAheadCounts(
      TestTable fixture, ScanClients clients, String salt) throws Exception {
    Scan first = new Scan().withStartRow(Bytes.toBytes("05")).setLimit(1);
    first.setEnableScanMetricsByRegion(true);
    List<ScanReport> ahead = new ArrayList<>();
    ahead.add(ScanClients.pushed(clients.asyncPlugIn, fixture, first));
    for (ScanReport byGateways : clients.byGateways(fixture, first)) {
      if (salt.startsWith("hash")) {
        assertThat(scannedForOneRow(fixture, byGateways)).isEqualTo(1);
      } else {
        ahead.add(byGateways);
      }
    }
    for (ScanReport report : ahead) {
      assertThat(scannedForOneRow(fixture, report)).isGreaterThan(1);
    }
  }

  private static long scannedForOneRow(TestTable fixture, ScanReport report) throws Exception {
    assertThat(report.rows()).hasSize(1);
    long scanned = report.metrics().countOfRowsScanned.get();
    assertThat(ofRegions(fixture, report)).containsExactly(scanned);
    return scanned;
  }

  /** Its rows are read by gets, which count nothing. */
  @Test
  void aScanByAnIndexReportsWhatTheClientReceives() throws Exception {
    String indexed = "hash(user) % 4,index=byOrder(order)";
    Scan scan = new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byOrder: 1"));
    scan.setEnableScanMetricsByRegion(true);
    try (TestTable fixture = plan(indexed).create(cluster);
        ScanClients clients = new ScanClients(cluster)) {
      fixture.put(ROWS);
      List<ScanReport> all = clients.byGateways(fixture, scan);
      all.addAll(clients.byPlugIn(fixture, scan));
      for (ScanReport report : all) {
        assertThat(report.rows()).hasSize(10);
        report.assertIsOfGateways(GATEWAYS);
        assertThat(report.metrics().countOfRowsScanned).hasValue(0);
        assertThat(report.metrics().countOfRowsFiltered).hasValue(0);
        assertThat(report.metrics().bytesReadFromMemstore).hasValue(0);
      }
    }
  }
}
