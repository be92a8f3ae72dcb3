package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.door.Polling;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A pool all of whose threads are busy, of a connection that does not know the spec yet. */
@ExtendWith(SharedCluster.class)
class OccupiedPoolIT {
  @Test
  void aBufferIsStoredAsThatOfAPlainTableIs(EmbeddedCluster cluster) throws Exception {
    PluginTables tables = new PluginTables(cluster);
    TableName name = tables.create("async-pool-occupied");
    List<Put> puts = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < PluginTables.REQUESTS; i++) {
      puts.add(PluginTables.put("o-" + i));
      gets.add(new Get(puts.get(i).getRow()));
    }
    CountDownLatch busy = new CountDownLatch(1);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try (AsyncConnection plugin = tables.connectAsync();
        AsyncBufferedMutator mutator = plugin.getBufferedMutator(name, pool);
        Table throughGateways = cluster.connection().getTable(name)) {
      CompletableFuture<Void> occupied = CompletableFuture.runAsync(() -> await(busy), pool);
      List<CompletableFuture<Void>> writes = mutator.mutate(puts);
      mutator.flush();
      Polling.until("all are stored", () -> areAll(throughGateways.exists(gets)));
      assertThat(writes).noneMatch(CompletableFuture::isDone);
      busy.countDown();
      occupied.get();
      for (CompletableFuture<Void> write : writes) {
        write.get();
      }
    } finally {
      busy.countDown();
      pool.shutdown();
    }
  }

  private static boolean areAll(boolean[] each) {
    for (boolean one : each) {
      if (!one) {
        return false;
      }
    }
    return true;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
