package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.JobLocator;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.it.mapreduce.UnchangedReads;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the splits of an unchanged job over the connection plug-in cost: RPCs, and rows that the
 * servers look at, on a table of 16 regions, beside the splits of the regions.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=SampledSplitsBench}; prints two lines
 * for each salt.
 */
class SampledSplitsBench {
  private static final String LAYOUT = "key=departure:12:digits origin:3 destination:3,salt=";
  private static final int ROWS = Integer.getInteger("halite.bench.rows", 100_000);
  private static final int REGIONS = 16;
  private static final int BATCH = 1_000;

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 16", "random % 16", "md5(*)[0:4]"})
  void splitsOfAnUnchangedJob(String salt) throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.startWithoutHdfs(3, settings -> {});
        TestTable table =
            TestTable.named("salted").salted(LAYOUT + salt).splits(points(salt)).create(cluster)) {
      put(table.table());
      cluster.utility().flush(table.name());
      for (String sampled : List.of("true", "false")) {
        UnchangedReads job =
            new UnchangedReads(cluster.configuration(), table.name(), new Scan())
                .with(JobLocator.SAMPLED_SPLITS_KEY, sampled);
        ServerCounts before = ServerCounts.of(cluster, table.name());
        RpcCount rpcs = RpcCount.of(cluster);
        long begun = System.nanoTime();
        List<TableSplit> splits = job.splits();
        double seconds = (System.nanoTime() - begun) / 1e9;
        RpcCount spent = RpcCount.of(cluster).since(rpcs);
        assertThat(splits).hasSizeBetween(2, REGIONS);
        System.out.printf(
            "bench: %-14s sampled %-5s %d splits, %d scan and %d get RPCs, %d rows, %.2f s%n",
            salt,
            sampled,
            splits.size(),
            spent.scan(),
            spent.get(),
            ServerCounts.of(cluster, table.name()).since(before).rows(),
            seconds);
      }
    }
  }

  private static List<byte[]> points(String salt) {
    List<byte[]> points = new ArrayList<>();
    for (int i = 1; i < REGIONS; i++) {
      points.add(
          salt.startsWith("md5") ? Bytes.toBytes(Integer.toHexString(i)) : new byte[] {(byte) i});
    }
    return points;
  }

  private static void put(Table table) throws Exception {
    List<byte[]> keys = TimeOrderedKeys.keys(ROWS);
    for (int i = 0; i < keys.size(); i += BATCH) {
      List<Put> batch = new ArrayList<>();
      for (byte[] key : keys.subList(i, Math.min(keys.size(), i + BATCH))) {
        batch.add(new Put(key).addColumn(TestTable.F, TestTable.Q, key));
      }
      table.put(batch);
    }
  }
}
