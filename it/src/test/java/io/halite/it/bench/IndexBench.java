package io.halite.it.bench;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.it.bench.Ratio.Work;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What indexes cost: puts into a table with one or two of them beside a table without, and the rows
 * of a value by the index beside a scan of the table with a filter.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am}; prints one line a figure.
 */
class IndexBench {
  private static final String UNINDEXED = "key=shop:4 order:6:digits,salt=hash(*) % 16";
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 10);
  private static final int PUTS = 2_000;
  private static final int ROWS = 50_000;
  private static final byte[] BUYER = Bytes.toBytes("buyer");

  private static Put order(int number) {
    return new Put(Bytes.toBytes("SHOP%06d".formatted(number)))
        .addColumn(F, BUYER, buyer(number))
        .addColumn(F, Bytes.toBytes("amount"), Bytes.toBytes("1437"));
  }

  /** A buyer has ten orders of {@link #ROWS}. */
  private static byte[] buyer(int number) {
    return Bytes.toBytes("b%06d".formatted(number % (ROWS / 10)));
  }

  private static Work puts(TestTable into, int batch, int[] next) {
    return () -> {
      try (Table table = into.table()) {
        for (int sent = 0; sent < PUTS; sent += batch) {
          List<Put> puts = new ArrayList<>();
          for (int i = 0; i < batch; i++) {
            puts.add(order(next[0]++ % 1_000_000));
          }
          table.put(puts);
        }
      }
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index=byBuyer(f:buyer)",
        "index=byOrder(order)",
        "index=byOrder(order) % 16",
        "index=byOrder(order) byBuyer(f:buyer)",
      })
  void puts(String indexes) throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
        TestTable with =
            TestTable.numbered("orders")
                .salted(UNINDEXED + "," + indexes)
                .splitBuckets()
                .create(cluster);
        TestTable without =
            TestTable.numbered("orders").salted(UNINDEXED).splitBuckets().create(cluster)) {
      for (int batch : new int[] {1, 100}) {
        Work unindexed = puts(without, batch, new int[1]);
        Work indexed = puts(with, batch, new int[1]);
        Ratio ratio = Ratio.of(3, ROUNDS, () -> {}, unindexed, indexed);
        System.out.printf(
            "index bench: %s, batches of %d: %.2f of the puts/s without, %.2f times the CPU;"
                + " RPCs of a put %.2f, without %.2f%n",
            indexes,
            batch,
            1 / ratio.times(),
            ratio.cpuTimes(),
            rpcs(cluster, indexed),
            rpcs(cluster, unindexed));
      }
    }
  }

  private static double rpcs(EmbeddedCluster cluster, Work work) throws Exception {
    return rpcsOf(cluster, work) / (double) PUTS;
  }

  private static long rpcsOf(EmbeddedCluster cluster, Work work) throws Exception {
    RpcCount before = RpcCount.of(cluster);
    work.run();
    RpcCount spent = RpcCount.of(cluster).since(before);
    return spent.mutate() + spent.multi() + spent.get() + spent.scan();
  }

  @ParameterizedTest
  @ValueSource(strings = {"index=byBuyer(f:buyer)", "index=byBuyer(f:buyer) % 16"})
  void theRowsOfAValue(String indexes) throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
        TestTable orders =
            TestTable.numbered("orders")
                .salted(UNINDEXED + "," + indexes)
                .splitBuckets()
                .create(cluster)) {
      try (Table table = orders.table()) {
        for (int i = 0; i < ROWS; i += 1_000) {
          List<Put> puts = new ArrayList<>();
          for (int number = i; number < i + 1_000; number++) {
            puts.add(order(number));
          }
          table.put(puts);
        }
      }
      cluster.utility().flush();
      IndexLookup lookup = IndexLookup.of(cluster.connection(), orders.name(), "byBuyer");
      Work found = () -> assertThat(lookup.find(new Get(buyer(7)), 100)).hasSize(10);
      Work scanned = () -> assertThat(scan(orders, buyer(7))).isEqualTo(10);
      Ratio ratio = Ratio.of(3, ROUNDS, () -> {}, scanned, found);
      System.out.printf(
          "index bench: %s, 10 of %,d rows: %.4f s by the index, %.4f s by a scan with a filter,"
              + " %.0f times as long; RPCs %d and %d%n",
          indexes,
          ROWS,
          ratio.saltedSeconds(),
          ratio.plainSeconds(),
          1 / ratio.times(),
          rpcsOf(cluster, found),
          rpcsOf(cluster, scanned));
    }
  }

  private static int scan(TestTable orders, byte[] buyer) throws Exception {
    int rows = 0;
    Scan scan =
        new Scan().setFilter(new SingleColumnValueFilter(F, BUYER, CompareOperator.EQUAL, buyer));
    try (Table table = orders.table();
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
      }
    }
    return rows;
  }
}
