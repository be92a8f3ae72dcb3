package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scan leaves no scanner behind on any server, however it ends. */
@ExtendWith(SharedCluster.class)
class OpenScannersIT {
  private static final int ROWS = 400;
  private static final int VALUE_BYTES = 50_000;
  private static final int PATIENCE_MILLIS = 60_000;

  private final EmbeddedCluster cluster;

  OpenScannersIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void noScannerIsLeftOpenAfterScansThatEndAndScansThatDoNot() throws Exception {
    try (TestTable fixture = FaultTables.create(cluster, FOUR_BUCKETS);
        Table table = fixture.table()) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        puts.add(
            new Put(new byte[] {(byte) i, (byte) (i >> 8), 1}).addColumn(F, Q, new byte[5000]));
      }
      table.put(puts);
      for (boolean reversed : new boolean[] {false, true}) {
        for (int rows : new int[] {0, 1, 7, 300, ROWS}) {
          Scan scan = new Scan().setReversed(reversed).setCaching(3).setMaxResultSize(20_000);
          try (ResultScanner scanner = table.getScanner(scan)) {
            Result[] some = scanner.next(rows);
            assertThat(some).hasSize(rows);
          }
          assertThat(table.getScanner(new Scan(scan).setLimit(rows + 1)))
              .hasSize(Math.min(ROWS, rows + 1));
        }
      }
      Waiter.waitFor(cluster.configuration(), PATIENCE_MILLIS, () -> openScanners(cluster) == 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"in order", "reversed", "unordered"})
  void aScannerOfThePlugInThatNobodyReadsLeavesItsOwnersAndReadsOn(String order) throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    conf.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, 2_000);
    try (TestTable fixture = FaultTables.create(cluster, FOUR_BUCKETS);
        Connection plugin = ConnectionFactory.createConnection(conf);
        Table table = plugin.getTable(fixture.name())) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        puts.add(
            new Put(Bytes.toBytes("%03d".formatted(i))).addColumn(F, Q, new byte[VALUE_BYTES]));
      }
      table.put(puts);
      Scan scan = new Scan().setReversed(order.equals("reversed"));
      if (order.equals("unordered")) {
        UnorderedAttribute.putOn(scan, 2);
      }
      List<String> rows = new ArrayList<>();
      try (ResultScanner scanner = table.getScanner(scan);
          ResultScanner neverRead = table.getScanner(scan)) {
        for (Result row : scanner.next(10)) {
          rows.add(Bytes.toString(row.getRow()));
        }
        assertThat(openScanners(cluster)).isPositive();
        Waiter.waitFor(cluster.configuration(), PATIENCE_MILLIS, () -> openScanners(cluster) == 0);
        scanner.forEach(row -> rows.add(Bytes.toString(row.getRow())));
        assertThat(neverRead).hasSize(ROWS);
      }
      List<String> expected =
          new ArrayList<>(IntStream.range(0, ROWS).mapToObj("%03d"::formatted).toList());
      if (order.equals("reversed")) {
        Collections.reverse(expected);
      }
      if (order.equals("unordered")) {
        Collections.sort(rows);
      }
      assertThat(rows).isEqualTo(expected);
    }
  }

  private static int openScanners(EmbeddedCluster cluster) {
    int open = 0;
    for (RegionServerThread server :
        cluster.utility().getHBaseCluster().getLiveRegionServerThreads()) {
      open += server.getRegionServer().getRSRpcServices().getScannersCount();
    }
    return open;
  }
}
