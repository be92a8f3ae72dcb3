package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.bench.Ratio.Work;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.Test;

/**
 * Full scans of 16 buckets on 3 servers by the plug-in, in order and as the rows come, beside scans
 * of a plain table with the same rows in the same 16 regions.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am}; prints one line a figure.
 */
class UnorderedBench {
  private static final String SPEC =
      "key=departure:12:digits origin:3 destination:3,salt=hash(*) % 16";
  private static final Salt SALT = SaltingSpec.parse(SPEC).salt();
  private static final int ROWS = Integer.getInteger("halite.bench.rows", 100_000);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 10);
  private static final int BATCH = 1_000;

  @Test
  void fullScan() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
        TestTable saltedTable =
            TestTable.named("salted").salted(SPEC).splitBuckets().create(cluster);
        TestTable plainTable = TestTable.named("plain").splits(SALT.splitPoints()).create(cluster);
        Connection plugin = plugin(cluster);
        Table salted = plugin.getTable(saltedTable.name());
        Table plain = cluster.connection().getTable(plainTable.name())) {
      List<byte[]> keys = TimeOrderedKeys.keys(ROWS);
      put(salted, keys);
      put(plain, keys.stream().map(SALT::salt).toList());
      cluster.utility().flush();
      cluster.utility().compact(true);
      Work inTurn = () -> assertThat(read(plain, new Scan())).isEqualTo(ROWS);
      Work ordered = () -> assertThat(read(salted, new Scan())).isEqualTo(ROWS);
      print("plain, 16 at once / in turn", inTurn, atOnce(plain, 16));
      print("ordered / plain in turn", inTurn, ordered);
      print("ordered / plain 16 at once", atOnce(plain, 16), ordered);
      Work byHand = ScanByHand.of(plain, SALT, ROWS);
      print("ordered / merged by hand", byHand, ordered);
      count("merged by hand", cluster, byHand);
      for (int n : new int[] {16, 4, 1}) {
        print("unordered %d / plain %d at once".formatted(n, n), atOnce(plain, n), any(salted, n));
        count("unordered " + n, cluster, any(salted, n));
        count("plain, %d at once".formatted(n), cluster, atOnce(plain, n));
      }
      print("unordered 16 / ordered", ordered, any(salted, 16));
      count("ordered", cluster, ordered);
      count("plain, in turn", cluster, inTurn);
    }
  }

  private static Connection plugin(EmbeddedCluster cluster) throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    conf.setLong(SaltedConnection.SPEC_MAX_AGE_KEY, TimeUnit.HOURS.toMillis(1));
    return ConnectionFactory.createConnection(conf);
  }

  private static void put(Table table, List<byte[]> keys) throws Exception {
    for (int i = 0; i < keys.size(); i += BATCH) {
      List<Put> batch = new ArrayList<>();
      for (byte[] key : keys.subList(i, Math.min(keys.size(), i + BATCH))) {
        batch.add(
            new Put(key)
                .addColumn(TestTable.F, Bytes.toBytes("delay"), Bytes.toBytes("12"))
                .addColumn(TestTable.F, Bytes.toBytes("distance"), Bytes.toBytes("1437")));
      }
      table.put(batch);
    }
  }

  private static int read(Table table, Scan scan) throws Exception {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  private static Work any(Table salted, int atOnce) {
    return () ->
        assertThat(read(salted, UnorderedAttribute.putOn(new Scan(), atOnce))).isEqualTo(ROWS);
  }

  /** What a client does by hand: a scanner for each region, so many of them in threads. */
  private static Work atOnce(Table plain, int threads) {
    return () -> {
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      try {
        List<Future<Integer>> parts = new ArrayList<>();
        for (KeyRange image : SALT.images(KeyRange.all())) {
          Scan scan = new Scan().withStartRow(image.start()).withStopRow(image.stop());
          parts.add(pool.submit(() -> read(plain, scan)));
        }
        int rows = 0;
        for (Future<Integer> part : parts) {
          rows += part.get();
        }
        assertThat(rows).isEqualTo(ROWS);
      } finally {
        pool.shutdown();
      }
    };
  }

  private static void print(String what, Work beside, Work measured) throws Exception {
    Ratio ratio = Ratio.of(3, ROUNDS, () -> {}, beside, measured);
    System.out.printf(
        "bench: %-32s %.3f s (CPU %.3f s) beside %.3f s (CPU %.3f s): %.2f of the rows/s, %.2f"
            + " times the CPU%n",
        what,
        ratio.saltedSeconds(),
        ratio.saltedCpuSeconds(),
        ratio.plainSeconds(),
        ratio.plainCpuSeconds(),
        1 / ratio.times(),
        ratio.cpuTimes());
  }

  /** Counts the RPCs of a scan, and samples how many the servers have and have not answered. */
  private static void count(String what, EmbeddedCluster cluster, Work work) throws Exception {
    RpcCount before = RpcCount.of(cluster);
    work.run();
    RpcCount spent = RpcCount.of(cluster).since(before);
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
        work.run();
      }
    } finally {
      sampling.cancel(false);
      sampler.shutdown();
    }
    System.out.printf(
        "bench: %-32s %d scan RPCs, %.1f of them under way%n",
        what, spent.scan(), underWay.doubleValue() / samples.doubleValue());
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
