package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Full scans of a table of 256 buckets on 3 servers, empty and with 100 rows, beside those of a
 * plain table of as many regions; and those of the empty table beside a private pool.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=ManyBucketsBench}; prints one line a
 * figure. Between servers a scan of the salted table must take at most an RPC for each bucket and
 * server: scans, and questions for vacant images. With the client's own RPCs it must take at most
 * as many, and one for each row. In the median no scan takes two seconds. None of this is so beside
 * a private pool.
 */
class ManyBucketsBench {
  private static final String SPEC = "key=row:*,salt=hash(*) % 256";
  private static final int SERVERS = 3;
  private static final long MOST_RPCS = 256L * SERVERS;
  private static final long MOST_MILLIS = 2_000;
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 9);

  /**
   * What one scan took.
   *
   * @param scans the scan RPCs that all servers answered, those of the client, too
   * @param between the requests of servers to servers: scans and others
   * @param client the RPCs of the client
   */
  private record Round(long millis, long scans, long between, long client) {
    long sum() {
      return between + client;
    }
  }

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
      measureCheap("empty, plain", cluster, plain, List.of());
      measureCheap("empty, salted", cluster, table, List.of());
      plain.put(rows);
      table.put(rows);
      measureCheap("100 rows, plain", cluster, plain, rows);
      measureCheap("100 rows, salted", cluster, table, rows);
    }
  }

  /** Gateways ask no other server for vacant images there, and open a scan of each. */
  @Test
  void fullScanBesideAPrivatePool() throws Exception {
    try (EmbeddedCluster cluster =
            EmbeddedCluster.start(
                SERVERS, site -> site.setInt("hbase.regionserver.bulkload.handler.count", 3));
        TestTable table =
            TestTable.numbered("many").salted(SPEC).splitBuckets().create(cluster.connection())) {
      List<Round> empty = measure("empty, private pool", cluster, table, List.of(), 1);
      assertThat(empty).allMatch(round -> round.between() > MOST_RPCS);
    }
  }

  private static void measureCheap(
      String what, EmbeddedCluster cluster, TestTable table, List<String> rows) throws Exception {
    List<Round> rounds = measure(what, cluster, table, rows, ROUNDS);
    assertThat(rounds).as(what).allMatch(round -> round.scans() <= MOST_RPCS);
    // The medians, since servers also send requests of their own.
    assertThat(median(rounds, Round::between)).as(what).isLessThanOrEqualTo(MOST_RPCS);
    assertThat(median(rounds, Round::sum))
        .as("RPCs of the client and between servers, %s", what)
        .isLessThanOrEqualTo(MOST_RPCS + rows.size());
    assertThat(median(rounds, Round::millis)).as("ms, %s", what).isLessThan(MOST_MILLIS);
  }

  private static long median(List<Round> rounds, ToLongFunction<Round> figure) {
    return rounds.stream().mapToLong(figure).sorted().skip(rounds.size() / 2).findFirst().orElse(0);
  }

  private static List<Round> measure(
      String what, EmbeddedCluster cluster, TestTable table, List<String> rows, int count)
      throws Exception {
    List<Round> rounds = new ArrayList<>();
    // Before the first scan, client and gateways look up where the regions are.
    assertThat(table.scan(new Scan())).isEqualTo(rows);
    for (int round = 0; round < count; round++) {
      RpcCount rpcs = RpcCount.of(cluster);
      ServerCounts before = ServerCounts.of(cluster, table.name());
      Scan scan = new Scan().setScanMetricsEnabled(true);
      List<String> seen = new ArrayList<>();
      long start = System.nanoTime();
      try (ResultScanner scanner = table.table().getScanner(scan)) {
        for (Result row = scanner.next(); row != null; row = scanner.next()) {
          seen.add(Bytes.toString(row.getRow()));
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        long requests = ServerCounts.of(cluster, table.name()).since(before).requests();
        long client = scanner.getScanMetrics().countOfRPCcalls.get();
        long scans = RpcCount.of(cluster).since(rpcs).scan();
        rounds.add(new Round(millis, scans, requests - client, client));
      }
      assertThat(seen).isEqualTo(rows);
    }
    System.out.printf(
        "full scan of 256 regions, %s: %d ms; RPCs of the client %d, between servers %d, together"
            + " %d; %s%n",
        what,
        median(rounds, Round::millis),
        median(rounds, Round::client),
        median(rounds, Round::between),
        median(rounds, Round::sum),
        rounds);
    return rounds;
  }
}
