package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SaltedTables;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Servers die, regions of rows and of entries move, stale entries are swept, and what was
 * acknowledged is found by its index all the while. {@code -Dhalite.fire.seconds=600} makes it
 * long.
 */
class IndexFire {
  private static final int SECONDS = Integer.getInteger("halite.fire.seconds", 60);
  private static final int WRITERS = 12;
  private static final TableName NAME = TableName.valueOf("orders");
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=shop:4 order:6:digits,salt=hash(*) % 8,index=byBuyer(f:buyer)");

  @Test
  void acknowledgedRowsAreFoundByTheirIndexWhileServersDie() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
      Admin admin = cluster.connection().getAdmin();
      RowIndex index = SPEC.indexes().get(0);
      admin.createTable(
          IndexTable.descriptor(NAME, index),
          new byte[][] {Bytes.toBytes("d"), Bytes.toBytes("h")});
      List<byte[]> splits = new ArrayList<>(SPEC.salt().splitPoints());
      splits.add(Bytes.toBytes("W004"));
      splits.add(Bytes.toBytes("W008"));
      admin.createTable(
          SaltedTables.descriptor(NAME, Bytes.toBytes("f"), SPEC.toString()).build(),
          splits.toArray(byte[][]::new));
      List<IndexedWriter> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(
            new IndexedWriter(
                i,
                cluster.connection().getTable(NAME),
                IndexLookup.of(cluster.connection(), NAME, index.name())));
      }
      int killed;
      AtomicLong swept = new AtomicLong();
      StringBuilder wrong = new StringBuilder();
      try (Unrest rows = Unrest.start(admin, List.of(NAME));
          Unrest entries = Unrest.start(admin, List.of(IndexTable.name(NAME, index)));
          Sweeper sweeper = Sweeper.start(cluster.connection(), NAME, index.name(), swept)) {
        killed = run(cluster, writers, wrong);
        System.out.printf(
            "fire: index: %d moves of rows, %d of entries%n", rows.moves(), entries.moves());
      }
      int[] sum = new int[3];
      for (IndexedWriter writer : writers) {
        wrong.append(writer.askAll());
        for (int i = 0; i < sum.length; i++) {
          sum[i] += writer.counts()[i];
        }
      }
      System.out.printf(
          "fire: index: %d writes acknowledged, %d unknown, %d questions; %d servers killed; %d"
              + " entries swept; %s%n",
          sum[0], sum[1], sum[2], killed, swept.get(), wrong.isEmpty() ? "nothing wrong" : wrong);
      assertThat(wrong).isEmpty();
      assertThat(killed).isPositive();
      assertThat(swept).hasPositiveValue();
      assertThat(sum[0]).isGreaterThan(100);
      assertThat(sum[2]).isGreaterThan(30);
    }
  }

  /** Lets all write, and kills a server every 20 s; returns how many. */
  private static int run(EmbeddedCluster cluster, List<IndexedWriter> writers, StringBuilder wrong)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<String>> running = new ArrayList<>();
      for (IndexedWriter writer : writers) {
        Callable<String> work =
            () -> {
              String found = "";
              while (System.nanoTime() < end && found.isEmpty()) {
                found = writer.step();
              }
              return found;
            };
        running.add(threads.submit(work));
      }
      int killed = 0;
      while (System.nanoTime() < end - TimeUnit.SECONDS.toNanos(20)) {
        Thread.sleep(10_000);
        cluster.utility().getMiniHBaseCluster().startRegionServerAndWait(60_000);
        ServerName server =
            cluster
                .utility()
                .getMiniHBaseCluster()
                .getLiveRegionServerThreads()
                .get(0)
                .getRegionServer()
                .getServerName();
        cluster.utility().getMiniHBaseCluster().killRegionServer(server);
        killed++;
        Thread.sleep(10_000);
      }
      for (Future<String> each : running) {
        wrong.append(each.get());
      }
      return killed;
    } finally {
      threads.shutdownNow();
    }
  }
}
