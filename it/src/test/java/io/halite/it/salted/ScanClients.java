package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TestTable;
import io.halite.it.salted.ScanWitness.Received;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** HBase's clients of one cluster, without and with the plug-in, and what their scans report. */
final class ScanClients implements AutoCloseable {
  private final Connection plain;
  private final Connection plugIn;
  private final AsyncConnection async;
  final AsyncConnection asyncPlugIn;

  ScanClients(EmbeddedCluster cluster) throws Exception {
    Configuration direct = PlugIns.on(cluster.configuration());
    plain = cluster.connection();
    plugIn = ConnectionFactory.createConnection(direct);
    async = ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
    asyncPlugIn = ConnectionFactory.createAsyncConnection(direct).get();
  }

  private static ScanReport pulled(Connection connection, TestTable fixture, Scan scan)
      throws Exception {
    Scan shown = new Scan(scan);
    try (Table table = connection.getTable(fixture.name())) {
      ScanReport report = ScanReport.of(() -> table.getScanner(shown));
      assertThat(shown.getScanMetrics().countOfRowsScanned.get())
          .isEqualTo(report.metrics().countOfRowsScanned.get());
      return report;
    }
  }

  private static ScanReport pulled(AsyncConnection connection, TestTable fixture, Scan scan)
      throws Exception {
    return ScanReport.of(
        () ->
            connection
                .getTable(fixture.name(), ForkJoinPool.commonPool())
                .getScanner(new Scan(scan)));
  }

  static ScanReport pushed(AsyncConnection connection, TestTable fixture, Scan scan)
      throws Exception {
    return GivenRows.pushed(connection.getTable(fixture.name()), new Scan(scan));
  }

  private static ScanReport consumed(AsyncConnection connection, TestTable fixture, Scan scan)
      throws Exception {
    return GivenRows.consumed(
        connection.getTable(fixture.name(), ForkJoinPool.commonPool()), new Scan(scan));
  }

  /** What servers receive for a scan of each client. */
  List<Received> received(TestTable fixture, Scan scan) throws Exception {
    List<Received> all = new ArrayList<>();
    for (Connection each : List.of(plain, plugIn)) {
      try (Table table = each.getTable(fixture.name())) {
        all.add(ScanReport.of(() -> table.getScanner(new Scan(scan))).received());
      }
    }
    for (AsyncConnection each : List.of(async, asyncPlugIn)) {
      all.add(
          ScanReport.of(() -> each.getTable(fixture.name()).getScanner(new Scan(scan))).received());
    }
    return all;
  }

  List<ScanReport> byGateways(TestTable fixture, Scan scan) throws Exception {
    return new ArrayList<>(
        List.of(
            pulled(plain, fixture, scan),
            pulled(async, fixture, scan),
            pushed(async, fixture, scan),
            consumed(async, fixture, scan)));
  }

  List<ScanReport> byPlugIn(TestTable fixture, Scan scan) throws Exception {
    return List.of(
        pulled(plugIn, fixture, scan),
        pulled(asyncPlugIn, fixture, scan),
        pushed(asyncPlugIn, fixture, scan),
        consumed(asyncPlugIn, fixture, scan));
  }

  @Override
  public void close() throws Exception {
    plugIn.close();
    async.close();
    asyncPlugIn.close();
  }
}
