package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.cluster.TestTable;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import java.time.Duration;
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
      SaltingSpec.parse("key=shop:4 order:6:digits,salt=hash(*) % 8,index=byBuyer(f:buyer) % 4");

  @Test
  void acknowledgedRowsAreFoundByTheirIndexWhileServersDie() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
      RowIndex index = SPEC.indexes().get(0);
      TestTable.named(NAME)
          .salted(SPEC.toString())
          .splitBuckets()
          .splits("W004", "W008")
          .create(cluster);
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
      try (RegionChurn rows = churn(cluster, NAME);
          RegionChurn entries = churn(cluster, IndexTable.name(NAME, index));
          Sweeper sweeper = Sweeper.start(cluster.connection(), NAME, index.name(), swept)) {
        killed = run(cluster, writers, wrong);
        System.out.printf("fire: index: rows: %s; entries: %s%n", rows, entries);
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

  private static RegionChurn churn(EmbeddedCluster cluster, TableName table) throws Exception {
    return RegionChurn.of(table)
        .steps(Step.FLUSH, Step.MOVE)
        .rest(Duration.ofMillis(150))
        .start(cluster.configuration(), Duration.ofSeconds(SECONDS).plusMinutes(5));
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
