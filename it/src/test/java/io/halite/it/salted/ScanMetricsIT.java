package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scan metrics count what the owners do, and the client's own RPCs. */
@ExtendWith(SharedCluster.class)
class ScanMetricsIT {
  private static final String LAYOUT = "key=user:4:digits order:*,salt=";
  private static final List<String> ROWS =
      IntStream.range(0, 30).mapToObj(i -> "%04d%d".formatted(i * 300, i % 3)).toList();
  private static final int GATEWAYS = 2;

  private final EmbeddedCluster cluster;

  ScanMetricsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
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
    scan.setEnableScanMetricsByRegion(true);
    Configuration direct = new Configuration(cluster.configuration());
    direct.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    try (TestTable fixture =
            TestTable.numbered("metrics").salted(LAYOUT + salt).splits("05").create(cluster);
        Connection plugin = ConnectionFactory.createConnection(direct);
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
      fixture.put(ROWS);
      try (Table byGateways = fixture.table();
          Table byPlugin = plugin.getTable(fixture.name())) {
        reports(byGateways.getScanner(scan), salt);
        reports(byPlugin.getScanner(scan), salt);
      }
      reports(async.getTable(fixture.name(), ForkJoinPool.commonPool()).getScanner(scan), salt);
    }
  }

  private static void reports(ResultScanner scanner, String salt) throws Exception {
    int given = 0;
    ScanMetrics metrics;
    try (scanner) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        given++;
      }
      metrics = scanner.getScanMetrics();
    }
    assertThat(given).isBetween(1, ROWS.size() - 1);
    // In passes each gateway reads the rows of all gateways.
    long scanned = salt.startsWith("reverse") ? GATEWAYS * ROWS.size() : ROWS.size();
    assertThat(metrics.countOfRowsScanned.get()).isEqualTo(scanned);
    // The filter of a row in many places runs behind the join.
    assertThat(metrics.countOfRowsFiltered.get())
        .isEqualTo(salt.startsWith("random") ? 0 : scanned - given);
    assertThat(metrics.bytesReadFromMemstore.get()).isPositive();
    assertThat(metrics.countOfRegions.get()).isEqualTo(GATEWAYS);
    assertThat(metrics.countOfRPCcalls.get()).isPositive();
    long rows = 0;
    for (Map<String, Long> region : metrics.collectMetricsByRegion(false).values()) {
      rows += region.get(ScanMetrics.COUNT_OF_ROWS_SCANNED_KEY_METRIC_NAME);
    }
    assertThat(rows).isEqualTo(scanned);
  }
}
