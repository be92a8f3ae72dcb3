package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A scan by an index that has found a row whose owner does not answer, for a client that waits much
 * longer than the test does.
 */
@Timeout(100)
@ExtendWith(SharedCluster.class)
class SilentIndexedRowIT {
  private static final String SPEC =
      "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byBuyer(f:buyer)";
  private static final String ROW = "SHOP000001";
  private static final int CLIENT_MILLIS = (int) TimeUnit.MINUTES.toMillis(10);

  private final EmbeddedCluster cluster;

  SilentIndexedRowIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @AfterEach
  void letGo() {
    StallingObserver.letGo();
  }

  private Configuration patient() {
    Configuration client = new Configuration(cluster.configuration());
    client.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, CLIENT_MILLIS);
    client.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, CLIENT_MILLIS);
    client.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, CLIENT_MILLIS);
    return client;
  }

  @Test
  void doesNotHoldItsGatewayRegionUntilTheClientGivesUp() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("silent")
                .salted(SPEC)
                .coprocessor(StallingObserver.class)
                .splits(new byte[][] {{1}, {2}, {3}, {4}})
                .create(cluster);
        Connection client = ConnectionFactory.createConnection(patient());
        Table table = client.getTable(fixture.name())) {
      table.put(
          new Put(Bytes.toBytes(ROW)).addColumn(F, Bytes.toBytes("buyer"), Bytes.toBytes(ROW)));
      Scan byBuyer =
          new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byBuyer: " + ROW));
      assertThat(TestTable.scan(table, byBuyer)).containsExactly(ROW);
      StallingObserver.stallGets();
      CompletableFuture<List<String>> found =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return TestTable.scan(table, byBuyer);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      Waiter.waitFor(cluster.configuration(), 30_000, () -> StallingObserver.waiting() > 0);
      HRegion gateway = ClosingRegion.of(cluster, fixture, Bytes.toBytes(ROW));
      CompletableFuture<Void> moved = CompletableFuture.runAsync(() -> moveGateway(fixture));
      ClosingRegion.await(gateway);
      moved.get();
      assertThat(found).isNotDone();
      StallingObserver.letGo();
      assertThat(found.get()).containsExactly(ROW);
    }
  }

  /** Moves the region of the row's natural key; returns when it is open on its next server. */
  private static void moveGateway(TestTable fixture) {
    try {
      fixture.moveAway(
          fixture
              .connection()
              .getRegionLocator(fixture.name())
              .getRegionLocation(Bytes.toBytes(ROW), true));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
