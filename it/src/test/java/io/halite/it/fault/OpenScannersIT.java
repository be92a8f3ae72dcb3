package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A scan leaves no scanner behind on any server, however it ends. */
@ExtendWith(SharedCluster.class)
class OpenScannersIT {
  private static final int ROWS = 400;
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

  private static int openScanners(EmbeddedCluster cluster) {
    int open = 0;
    for (RegionServerThread server :
        cluster.utility().getHBaseCluster().getLiveRegionServerThreads()) {
      open += server.getRegionServer().getRSRpcServices().getScannersCount();
    }
    return open;
  }
}
