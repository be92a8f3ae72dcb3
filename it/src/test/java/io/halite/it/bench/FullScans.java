package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.bench.Ratio.Work;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.PluginTables;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedAttribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Full scans of a salted table of 16 buckets by the plug-in, and of a plain table with the same
 * rows in the same 16 regions. The servers are balanced, so each has as many regions of the one
 * table as of the other.
 */
final class FullScans implements AutoCloseable {
  static final int ROWS = Integer.getInteger("halite.bench.rows", 400_000);

  private static final String SPEC =
      "key=departure:12:digits origin:3 destination:3,salt=hash(*) % 16";
  private static final Salt SALT = SaltingSpec.parse(SPEC).salt();
  private static final int BATCH = 1_000;

  private final Connection plugIn;
  private final Connection byHand;
  private final Table salted;
  private final Table plain;

  /** One way to read all rows of a table. */
  record FullScan(String name, TableName table, Work work) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Two tables with all rows, a file in each region; they end with their cluster. */
  FullScans(Configuration conf) throws Exception {
    plugIn = ConnectionFactory.createConnection(PluginTables.plugIns(conf));
    byHand = ConnectionFactory.createConnection(conf);
    salted =
        plugIn.getTable(
            TestTable.named("salted").salted(SPEC).splitBuckets().create(byHand).name());
    plain =
        byHand.getTable(TestTable.named("plain").splits(SALT.splitPoints()).create(byHand).name());
    List<byte[]> keys = TimeOrderedKeys.keys(ROWS);
    put(salted, keys);
    put(plain, keys.stream().map(SALT::salt).toList());
    try (Admin admin = byHand.getAdmin()) {
      settle(admin, salted.getName());
      settle(admin, plain.getName());
    }
  }

  private static void put(Table table, List<byte[]> keys) throws IOException {
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

  private static void settle(Admin admin, TableName table) throws Exception {
    admin.flush(table);
    admin.majorCompact(table);
    while (admin.getCompactionState(table) != CompactionState.NONE) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  /** The salted table in natural order. */
  FullScan inOrder() {
    return new FullScan("in order", salted.getName(), () -> expectAll(read(salted, new Scan())));
  }

  /** The salted table as the rows come, from so many buckets at once. */
  FullScan unordered(int atOnce) {
    return new FullScan(
        "unordered, %d at once".formatted(atOnce),
        salted.getName(),
        () -> expectAll(read(salted, UnorderedAttribute.putOn(new Scan(), atOnce))));
  }

  /** The plain table by one scanner. */
  FullScan plain() {
    return new FullScan(
        "plain, one scanner", plain.getName(), () -> expectAll(read(plain, new Scan())));
  }

  /** The plain table merged in natural order, see {@link ScanByHand}. */
  FullScan mergedByHand() {
    return new FullScan("a merge by hand", plain.getName(), ScanByHand.of(plain, SALT, ROWS));
  }

  /** What a client does by hand: a scanner for each region, in so many threads. */
  FullScan plain(int threads) {
    Work work =
        () -> {
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
            expectAll(rows);
          } finally {
            pool.shutdown();
          }
        };
    return new FullScan("plain, %d at once".formatted(threads), plain.getName(), work);
  }

  private static int read(Table table, Scan scan) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  private static void expectAll(int rows) {
    assertThat(rows).isEqualTo(ROWS);
  }

  @Override
  public void close() throws IOException {
    try (plugIn;
        byHand) {
      salted.close();
      plain.close();
    }
  }
}
