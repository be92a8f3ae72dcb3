package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Requests of many clients whose forwards share RPCs. */
class SharedForwardsIT {
  private static final int CLIENTS = 24;
  private static final int ROUNDS = 40;

  private final AtomicInteger requests = new AtomicInteger();

  @Test
  void eachRequestGetsItsOwnAnswerOrRefusalAndRpcsAreFewerThanRequests() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (EmbeddedCluster cluster =
            EmbeddedCluster.startWithoutHdfs(2, site -> site.set("halite.forward.sharing", "on"));
        TestTable table =
            TestTable.numbered("shared")
                .salted(TestTable.FOUR_BUCKETS)
                .coprocessor(PoisonObserver.class)
                .splitBuckets()
                .create(cluster)) {
      RpcCount before = RpcCount.of(cluster);
      List<Future<?>> running = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        String name = "client-" + client + "-";
        running.add(
            clients.submit(
                () -> {
                  for (int round = 0; round < ROUNDS; round++) {
                    useARow(table.table(), name + round);
                  }
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
      RpcCount done = RpcCount.of(cluster).since(before);
      assertThat(done.multi()).as("shared RPCs").isPositive();
      assertThat(done.get() + done.mutate() + done.multi() - requests.get())
          .as("RPCs from the gateway to owners, for %s requests: %s", requests, done)
          .isPositive()
          .isLessThan(requests.get());
    } finally {
      clients.shutdownNow();
    }
  }

  private void useARow(Table table, String name) throws IOException {
    byte[] row = Bytes.toBytes(name);
    byte[] poison = Bytes.toBytes(name + "-poison");
    table.put(put(row));
    assertThat(table.get(new Get(row)).getValue(TestTable.F, TestTable.Q)).isEqualTo(row);
    assertThatThrownBy(() -> table.put(put(poison)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("poison");
    assertThat(table.get(new Get(poison)).isEmpty()).isTrue();
    assertThatThrownBy(() -> table.get(new Get(row).addFamily(Bytes.toBytes("none"))))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    table.delete(new Delete(row));
    assertThat(table.get(new Get(row)).isEmpty()).isTrue();
    requests.addAndGet(7);
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(TestTable.F, TestTable.Q, row);
  }
}
