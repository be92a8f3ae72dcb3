package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;

/**
 * Full scans of a table of 256 buckets on 3 servers, empty and with 100 rows, beside those of a
 * plain table of as many regions.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am}; prints one line a figure. {@code VacantImagesIT}
 * counts the RPCs between servers.
 */
class ManyBucketsBench {
  private static final String SPEC = "key=row:*,salt=hash(*) % 256";
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 9);

  @Test
  void fullScan() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
        TestTable table =
            TestTable.numbered("many").salted(SPEC).splitBuckets().create(cluster.connection());
        TestTable plain =
            TestTable.numbered("many")
                .splits(SaltingSpec.parse(SPEC).salt().splitPoints())
                .create(cluster.connection())) {
      measure("empty", cluster, table, List.of());
      measure("empty, plain", cluster, plain, List.of());
      List<String> rows = IntStream.range(0, 100).mapToObj("%02drow"::formatted).toList();
      table.put(rows);
      measure("100 rows", cluster, table, rows);
    }
  }

  private static void measure(
      String what, EmbeddedCluster cluster, TestTable table, List<String> rows) throws Exception {
    long fastest = Long.MAX_VALUE;
    long fewest = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      RpcCount before = RpcCount.of(cluster);
      long start = System.nanoTime();
      assertThat(table.scan(new Scan())).isEqualTo(rows);
      fastest = Math.min(fastest, System.nanoTime() - start);
      fewest = Math.min(fewest, RpcCount.of(cluster).since(before).scan());
    }
    System.out.printf(
        "full scan of 256 regions, %s: %d ms, %d scan RPCs of client and gateways%n",
        what, fastest / 1_000_000, fewest);
  }
}
