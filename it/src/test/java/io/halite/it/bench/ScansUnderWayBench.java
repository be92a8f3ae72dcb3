package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.FullScans.FullScan;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.Test;

/**
 * The RPCs of the scans of {@link UnorderedBench}, and how many of them the servers have received
 * and not answered: on 3 servers in this JVM, since no server tells that to others each
 * millisecond.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=ScansUnderWayBench}; prints one line a
 * scan.
 */
class ScansUnderWayBench {
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 10);

  @Test
  void fullScan() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
        FullScans scans = new FullScans(cluster.configuration())) {
      List<FullScan> all =
          List.of(
              scans.inOrder(),
              scans.mergedByHand(),
              scans.unordered(16),
              scans.unordered(4),
              scans.unordered(1),
              scans.plain(16),
              scans.plain(4),
              scans.plain(1),
              scans.plain());
      for (FullScan scan : all) {
        scan.work().run();
        RpcCount before = RpcCount.of(cluster);
        scan.work().run();
        long rpcs = RpcCount.of(cluster).since(before).scan();
        assertThat(rpcs).isPositive();
        double underWay = underWay(cluster, scan);
        System.out.printf(
            Locale.ROOT, "bench: %s: %d scan RPCs, %.1f of them under way%n", scan, rpcs, underWay);
      }
    }
  }

  /** The mean of samples of each millisecond, while the scan runs for all rounds. */
  private static double underWay(EmbeddedCluster cluster, FullScan scan) throws Exception {
    LongAdder underWay = new LongAdder();
    LongAdder samples = new LongAdder();
    ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();
    Runnable sample =
        () -> {
          underWay.add(underWay(cluster));
          samples.increment();
        };
    Future<?> sampling = sampler.scheduleAtFixedRate(sample, 0, 1, TimeUnit.MILLISECONDS);
    try {
      for (int i = 0; i < ROUNDS; i++) {
        scan.work().run();
      }
    } finally {
      sampling.cancel(false);
      sampler.shutdown();
    }
    return underWay.doubleValue() / samples.doubleValue();
  }

  private static int underWay(EmbeddedCluster cluster) {
    int calls = 0;
    for (RegionServerThread server :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      RpcScheduler scheduler = server.getRegionServer().getRpcServer().getScheduler();
      calls += scheduler.getActiveGeneralRpcHandlerCount() + scheduler.getGeneralQueueLength();
    }
    return calls;
  }
}
