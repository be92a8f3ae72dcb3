package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
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
    // Copied for each use: the blocking client of HBase 2.5 leaves a region's read point in it.
    scan.setEnableScanMetricsByRegion(true);
    Configuration direct = PlugIns.on(cluster.configuration());
    try (TestTable fixture =
            TestTable.numbered("metrics").salted(LAYOUT + salt).splits("05").create(cluster);
        Connection plugin = ConnectionFactory.createConnection(direct);
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        AsyncConnection asyncPlugin = ConnectionFactory.createAsyncConnection(direct).get()) {
      fixture.put(ROWS);
      try (Table byGateways = fixture.table();
          Table byPlugin = plugin.getTable(fixture.name())) {
        reports(byGateways.getScanner(new Scan(scan)), salt, GATEWAYS);
        Scan shown = new Scan(scan);
        reports(byPlugin.getScanner(shown), salt, stored(salt));
        assertThat(shown.getScanMetrics().countOfRowsScanned.get()).isEqualTo(scanned(salt));
      }
      ForkJoinPool pool = ForkJoinPool.commonPool();
      reports(async.getTable(fixture.name(), pool).getScanner(new Scan(scan)), salt, GATEWAYS);
      reports(
          asyncPlugin.getTable(fixture.name(), pool).getScanner(new Scan(scan)),
          salt,
          stored(salt));
      Pushed pushed = new Pushed();
      asyncPlugin.getTable(fixture.name()).scan(new Scan(scan), pushed);
      reports(pushed.done.get(), pushed.metrics, salt, stored(salt));
      Pushed limited = new Pushed();
      asyncPlugin.getTable(fixture.name()).scan(new Scan(scan).setLimit(1), limited);
      assertThat(limited.done.get()).isEqualTo(1);
      assertThat(rowsByRegion(limited.metrics))
          .isPositive()
          .isEqualTo(limited.metrics.countOfRowsScanned.get());
    }
  }

  /** How many stored ranges a client with a plug-in reads, each in one region. */
  private static int stored(String salt) {
    return salt.startsWith("hash") ? 4 : GATEWAYS;
  }

  /** In passes each gateway reads the rows of all gateways. */
  private static long scanned(String salt) {
    return salt.startsWith("reverse") ? GATEWAYS * ROWS.size() : ROWS.size();
  }

  /** Counts the rows of a scan that are pushed. */
  private static final class Pushed implements AdvancedScanResultConsumer {
    private final CompletableFuture<Integer> done = new CompletableFuture<>();
    private ScanMetrics metrics;
    private int given;

    @Override
    public void onScanMetricsCreated(ScanMetrics created) {
      metrics = created;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      given += results.length;
    }

    @Override
    public void onError(Throwable error) {
      done.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      done.complete(given);
    }
  }

  private static void reports(ResultScanner scanner, String salt, int regions) throws Exception {
    int given = 0;
    ScanMetrics metrics;
    try (scanner) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        given++;
      }
      metrics = scanner.getScanMetrics();
    }
    reports(given, metrics, salt, regions);
  }

  private static void reports(int given, ScanMetrics metrics, String salt, int regions) {
    assertThat(given).isBetween(1, ROWS.size() - 1);
    long scanned = scanned(salt);
    assertThat(metrics.countOfRowsScanned.get()).isEqualTo(scanned);
    // The filter of a row in many places runs behind the join.
    assertThat(metrics.countOfRowsFiltered.get())
        .isEqualTo(salt.startsWith("random") ? 0 : scanned - given);
    assertThat(metrics.bytesReadFromMemstore.get()).isPositive();
    assertThat(metrics.countOfRegions.get()).isEqualTo(regions);
    assertThat(metrics.countOfRPCcalls.get()).isPositive();
    assertThat(rowsByRegion(metrics)).isEqualTo(scanned);
  }

  private static long rowsByRegion(ScanMetrics metrics) {
    long rows = 0;
    for (Map<String, Long> region : metrics.collectMetricsByRegion(false).values()) {
      rows += region.get(ScanMetrics.COUNT_OF_ROWS_SCANNED_KEY_METRIC_NAME);
    }
    return rows;
  }
}
