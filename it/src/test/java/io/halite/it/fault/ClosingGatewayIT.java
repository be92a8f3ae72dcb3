package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.fault.HoldingObserver.Hold;
import io.halite.it.fault.HoldingObserver.What;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients see of a gateway region that closes. */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class ClosingGatewayIT {
  private static final byte[] SECOND = {2};

  private final EmbeddedCluster cluster;

  ClosingGatewayIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static byte bucket(byte[] row) {
    return SaltingSpec.parse(FOUR_BUCKETS).salt().salt(row)[0];
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
                .splits(LoneGateway.START)
                .create(cluster);
        AsyncConnection connection =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
      LoneGateway lone = LoneGateway.of(table);
      lone.requireLastSalted(cluster);
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
        lone.join();
        hold.close();
        assertThat(answer.get(60, TimeUnit.SECONDS)).isTrue();
      }
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
                .splits(SECOND)
                .create(cluster);
        Connection connection = ConnectionFactory.createConnection(once);
        Table client = connection.getTable(table.name())) {
      table.put(IntStream.range(0, 40).mapToObj(i -> "row" + i).toList());
      assertThat(client.exists(new Get(ofOther))).isTrue();
      CompletableFuture<Void> moved;
      try (Hold hold = new Hold(What.FLUSH, SECOND)) {
        moved = CompletableFuture.runAsync(() -> moveAnywhere(table));
        hold.await();
        client.put(new Put(ofOther).addColumn(F, Q, F));
        assertThat(client.get(new Get(ofOther)).value()).isEqualTo(F);
      }
      moved.get(60, TimeUnit.SECONDS);
      assertThat(table.table().get(new Get(ofOther)).value()).isEqualTo(F);
    }
  }

  private void moveAnywhere(TestTable table) {
    try {
      HRegion second = ClosingRegion.of(cluster, table, SECOND);
      table.admin().move(second.getRegionInfo().getEncodedNameAsBytes());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
