package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.it.fault.HoldingObserver.Hold;
import io.halite.it.fault.HoldingObserver.What;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients see of a gateway region that closes. */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class ClosingGatewayIT {
  private static final byte[] NATURAL = Bytes.toBytes("@");

  private final EmbeddedCluster cluster;

  ClosingGatewayIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static byte bucket(byte[] row) {
    return SaltingSpec.parse(FOUR_BUCKETS).salt().salt(row)[0];
  }

  private static RegionInfo region(TestTable table, byte[] start) throws IOException {
    return table.admin().getRegions(table.name()).stream()
        .filter(region -> Arrays.equals(region.getStartKey(), start))
        .findFirst()
        .orElseThrow();
  }

  private static void move(TestTable table, byte[] start, ServerName to) throws IOException {
    RegionInfo region = region(table, start);
    try (RegionLocator locator = table.connection().getRegionLocator(table.name())) {
      if (!locator.getRegionLocation(start, true).getServerName().equals(to)) {
        table.admin().move(region.getEncodedNameAsBytes(), to);
      }
    }
  }

  /** Moves the gateway region to one server, and the others to another, which is returned. */
  private static ServerName apart(TestTable table) throws IOException {
    List<ServerName> servers = List.copyOf(table.admin().getRegionServers());
    for (RegionInfo region : table.admin().getRegions(table.name())) {
      boolean gateway = Arrays.equals(region.getStartKey(), NATURAL);
      move(table, region.getStartKey(), servers.get(gateway ? 0 : 1));
    }
    return servers.get(1);
  }

  /** The last salted region of a server closes while the owner has applied a compare-and-set. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAppliedCheckAndMutateAnswersTrueThoughItsServerIsDrained(boolean async) throws Exception {
    byte[] row = Bytes.toBytes("row");
    try (TestTable table =
            TestTable.numbered("closing")
                .salted(FOUR_BUCKETS)
                .coprocessor(HoldingObserver.class)
                .splitBuckets()
                .splits(NATURAL)
                .create(cluster);
        AsyncConnection connection =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
      ServerName other = apart(table);
      CheckAndMutate check =
          CheckAndMutate.newBuilder(row).ifNotExists(F, Q).build(new Put(row).addColumn(F, Q, row));
      byte[] owner = bucket(row) == 0 ? new byte[0] : new byte[] {bucket(row)};
      try (Hold hold = new Hold(What.APPLIED_CHECK, owner)) {
        CompletableFuture<Boolean> answer =
            async
                ? connection
                    .getTable(table.name())
                    .checkAndMutate(check)
                    .thenApply(a -> a.isSuccess())
                : CompletableFuture.supplyAsync(() -> isSuccess(table, check));
        hold.await();
        move(table, NATURAL, other);
        hold.close();
        assertThat(answer.get(60, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void aGatewayClosesWhileABatchWaitsForAStuckOwner() throws Exception {
    closesWhileWritesWait(3);
  }

  @Tag("wide")
  @Test
  void aGatewayClosesWhileAPutWaitsForAStuckOwner() throws Exception {
    closesWhileWritesWait(1);
  }

  /** The writes hold the lock of the gateway region, which the close needs for itself. */
  private void closesWhileWritesWait(int rows) throws Exception {
    List<Put> puts =
        IntStream.range(0, 1_000)
            .mapToObj(i -> Bytes.toBytes("row" + i))
            .filter(row -> bucket(row) == 3)
            .limit(rows)
            .map(row -> new Put(row).addColumn(F, Q, row))
            .toList();
    try (TestTable table =
        TestTable.numbered("closing")
            .salted(FOUR_BUCKETS)
            .coprocessor(StuckOwner.class)
            // HBase interrupts no handler before the time of a forward is over.
            .value("hbase.regionserver.close.wait.interval.ms", "60000")
            .splitBuckets()
            .splits(NATURAL)
            .create(cluster)) {
      ServerName other = apart(table);
      CompletableFuture<Void> written;
      try (AutoCloseable stuck = StuckOwner.hold(new byte[] {3})) {
        written = CompletableFuture.runAsync(() -> write(table, puts));
        Polling.until("the owner is stuck", () -> StuckOwner.held() > 0);
        HRegion gateway = ClosingRegion.of(cluster, table, NATURAL);
        CompletableFuture<Void> moved = CompletableFuture.runAsync(() -> moveGateway(table, other));
        ClosingRegion.await(gateway);
        // Less than the client waits for an answer, and than the owner is stuck by itself.
        moved.get(40, TimeUnit.SECONDS);
        assertThat(StuckOwner.held()).isPositive();
        assertThat(written).isNotDone();
      }
      written.get(60, TimeUnit.SECONDS);
      for (Put put : puts) {
        assertThat(table.table().get(new Get(put.getRow())).value()).isEqualTo(put.getRow());
      }
    }
  }

  private static void write(TestTable table, List<Put> puts) {
    try {
      table.table().put(puts);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void moveGateway(TestTable table, ServerName to) {
    try {
      move(table, NATURAL, to);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isSuccess(TestTable table, CheckAndMutate check) {
    try {
      return table.table().checkAndMutate(check).isSuccess();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** HBase flushes a region once before it closes it, and serves requests meanwhile. */
  @Test
  void aGatewayServesDuringTheFlushBeforeItsClose() throws Exception {
    byte[] ofOther =
        IntStream.range(0, 100)
            .mapToObj(i -> Bytes.toBytes("row" + i))
            .filter(row -> bucket(row) < 2)
            .findFirst()
            .orElseThrow();
    Configuration once = new Configuration(cluster.configuration());
    once.setInt("hbase.client.retries.number", 0);
    try (TestTable table =
            TestTable.numbered("closing")
                .salted(FOUR_BUCKETS)
                .coprocessor(HoldingObserver.class)
                .value("hbase.hregion.preclose.flush.size", "1")
                .splits(new byte[] {2})
                .create(cluster);
        Connection connection = ConnectionFactory.createConnection(once);
        Table client = connection.getTable(table.name())) {
      table.put(IntStream.range(0, 40).mapToObj(i -> "row" + i).toList());
      assertThat(client.exists(new Get(ofOther))).isTrue();
      CompletableFuture<Void> moved;
      try (Hold hold = new Hold(What.FLUSH, new byte[] {2})) {
        moved = CompletableFuture.runAsync(() -> moveAnywhere(table));
        hold.await();
        client.put(new Put(ofOther).addColumn(F, Q, NATURAL));
        assertThat(client.get(new Get(ofOther)).value()).isEqualTo(NATURAL);
      }
      moved.get(60, TimeUnit.SECONDS);
      assertThat(table.table().get(new Get(ofOther)).value()).isEqualTo(NATURAL);
    }
  }

  private static void moveAnywhere(TestTable table) {
    try {
      table.admin().move(region(table, new byte[] {2}).getEncodedNameAsBytes());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
