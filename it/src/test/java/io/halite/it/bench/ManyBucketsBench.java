package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Full scans of a table of 256 buckets on 3 servers, empty and with 100 rows, beside those of a
 * plain table of as many regions.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=ManyBucketsBench}; prints one line a
 * figure. Between servers a scan of the salted table must take at most an RPC for each bucket and
 * server: scans, and questions for vacant images; and in the median no scan takes two seconds.
 */
class ManyBucketsBench {
  private static final String SPEC = "key=row:*,salt=hash(*) % 256";
  private static final int SERVERS = 3;
  private static final long MOST_RPCS = 256L * SERVERS;
  private static final long MOST_MILLIS = 2_000;
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 9);

  @Test
  void fullScan() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(SERVERS);
        TestTable table =
            TestTable.numbered("many").salted(SPEC).splitBuckets().create(cluster.connection());
        TestTable plain =
            TestTable.numbered("many")
                .splits(SaltingSpec.parse(SPEC).salt().splitPoints())
                .create(cluster.connection())) {
      List<String> rows = IntStream.range(0, 100).mapToObj("%02drow"::formatted).toList();
      measure("empty, plain", cluster, plain, List.of());
      measure("empty, salted", cluster, table, List.of());
      plain.put(rows);
      table.put(rows);
      measure("100 rows, plain", cluster, plain, rows);
      measure("100 rows, salted", cluster, table, rows);
    }
  }

  private static void measure(
      String what, EmbeddedCluster cluster, TestTable table, List<String> rows) throws Exception {
    List<Long> took = new ArrayList<>();
    List<Long> scans = new ArrayList<>();
    List<Long> between = new ArrayList<>();
    // Before the first scan, client and gateways look up where the regions are.
    assertThat(table.scan(new Scan())).isEqualTo(rows);
    for (int round = 0; round < ROUNDS; round++) {
      RpcCount rpcs = RpcCount.of(cluster);
      ServerCounts before = ServerCounts.of(cluster, table.name());
      Scan scan = new Scan().setScanMetricsEnabled(true);
      List<String> seen = new ArrayList<>();
      long start = System.nanoTime();
      try (ResultScanner scanner = table.table().getScanner(scan)) {
        for (Result row = scanner.next(); row != null; row = scanner.next()) {
          seen.add(Bytes.toString(row.getRow()));
        }
        took.add(System.nanoTime() - start);
        ServerCounts spent = ServerCounts.of(cluster, table.name()).since(before);
        between.add(spent.requests() - scanner.getScanMetrics().countOfRPCcalls.get());
      }
      scans.add(RpcCount.of(cluster).since(rpcs).scan());
      assertThat(seen).isEqualTo(rows);
    }
    Collections.sort(took);
    Collections.sort(between);
    System.out.printf(
        "full scan of 256 regions, %s: %d ms, at most %d ms, in %s scan RPCs of all, %s requests"
            + " between servers%n",
        what, took.get(ROUNDS / 2) / 1_000_000, took.get(ROUNDS - 1) / 1_000_000, scans, between);
    assertThat(scans).allMatch(count -> count <= MOST_RPCS);
    // The median, since servers also send requests of their own.
    assertThat(between.get(ROUNDS / 2)).isLessThanOrEqualTo(MOST_RPCS);
    assertThat(took.get(ROUNDS / 2) / 1_000_000).as("ms, %s", what).isLessThan(MOST_MILLIS);
  }
}
