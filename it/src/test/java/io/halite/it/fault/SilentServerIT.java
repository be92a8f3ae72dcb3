package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server that does not answer takes its own rows away, and not those of other servers. */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class SilentServerIT {
  /** More than the 30 handlers of the gateway's server. */
  private static final int CLIENTS = 60;

  private final EmbeddedCluster cluster;

  SilentServerIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static List<byte[]> rows(boolean ofLastBucket) {
    return IntStream.range(0, 2_000)
        .mapToObj(i -> Bytes.toBytes("row" + i))
        .filter(row -> isOfLastBucket(row) == ofLastBucket)
        .limit(CLIENTS)
        .toList();
  }

  private static boolean isOfLastBucket(byte[] row) {
    return SaltingSpec.parse(FOUR_BUCKETS).salt().salt(row)[0] == 3;
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(F, Q, row);
  }

  @Test
  void rowsOfOtherServersAreServedWhileOneServerIsSilent() throws Exception {
    Configuration once = new Configuration(cluster.configuration());
    once.setInt("hbase.client.retries.number", 0);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try (TestTable table =
            TestTable.numbered("silent")
                .salted(FOUR_BUCKETS)
                .coprocessor(StuckOwner.class)
                .splits(new byte[] {3}, new byte[] {0x40})
                .create(cluster);
        Connection connection = ConnectionFactory.createConnection(cluster.configuration());
        Connection impatient = ConnectionFactory.createConnection(once)) {
      // Buckets 0 to 2 and the gateway of all rows on one server, bucket 3 on another.
      List<ServerName> servers = List.copyOf(table.admin().getRegionServers());
      for (RegionInfo region : table.admin().getRegions(table.name())) {
        boolean stuck = Bytes.equals(region.getStartKey(), new byte[] {3});
        table.admin().move(region.getEncodedNameAsBytes(), servers.get(stuck ? 1 : 0));
      }
      byte[] other = rows(false).get(0);
      table.table().put(put(other));
      for (byte[] row : rows(true)) {
        table.table().put(new Put(row).addColumn(F, F, F));
      }
      List<CompletableFuture<Void>> requests = new ArrayList<>();
      try (AutoCloseable stuck = StuckOwner.hold(new byte[] {3})) {
        for (byte[] row : rows(true)) {
          boolean reads = requests.size() % 2 == 0;
          requests.add(
              CompletableFuture.runAsync(() -> send(connection, table, row, reads), threads));
        }
        // A handler of each of three queues is kept free, and a quarter of all for other servers.
        Polling.until("22 forwards wait", () -> StuckOwner.held() >= 22);
        try (Table client = connection.getTable(table.name());
            Table noRepeats = impatient.getTable(table.name())) {
          assertThat(client.get(new Get(other)).value()).isEqualTo(other);
          client.put(put(other));
          assertThat(client.exists(new Get(other))).isTrue();
          assertThatThrownBy(() -> noRepeats.put(put(rows(true).get(0))))
              .isInstanceOf(IOException.class)
              .hasStackTraceContaining("handlers");
          assertThatThrownBy(() -> noRepeats.get(new Get(rows(true).get(0))))
              .isInstanceOf(IOException.class)
              .hasStackTraceContaining("handlers");
        }
        assertThat(StuckOwner.held()).isEqualTo(22);
      }
      for (CompletableFuture<Void> each : requests) {
        each.get(60, TimeUnit.SECONDS);
      }
      // Half of the rows were only read, and there is the other one.
      assertThat(table.scan(new Scan().addColumn(F, Q))).hasSize(CLIENTS / 2 + 1);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void send(Connection connection, TestTable table, byte[] row, boolean reads) {
    try (Table client = connection.getTable(table.name())) {
      if (reads) {
        assertThat(client.exists(new Get(row))).isTrue();
      } else {
        client.put(put(row));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
