package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.MetricsPage;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Scans 64 rows of 50 MB, one in each of 64 buckets, on one region server with a heap of 1 GB,
 * which ends at its first OutOfMemoryError.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=LargeRowsFire}; prints one line a scan.
 * {@code -Dhalite.fire.plain=true} scans a plain table with a region for each row in its place, and
 * {@code -Dhalite.fire.cached=true} lets the scans fill the block cache.
 */
class LargeRowsFire {
  private static final TableName NAME = TableName.valueOf("large");
  private static final String SPEC = "key=row:*,salt=hash(*) % 64";
  private static final byte[] F = Bytes.toBytes("f");
  private static final int CELLS = 500;
  private static final int CELL_BYTES = 100 << 10;
  private static final int CELLS_OF_A_PUT = 50;
  private static final int BATCH = 10;
  private static final int PIECES_BETWEEN_LOOKS = 20;
  private static final int HEAP_MB = 1024;
  private static final long MB = 1_000_000;
  private static final boolean PLAIN = Boolean.getBoolean("halite.fire.plain");
  private static final boolean CACHED = Boolean.getBoolean("halite.fire.cached");

  /** Keys in natural order, one of each bucket. */
  private static List<String> keys() {
    Salt salt = SaltingSpec.parse(SPEC).salt();
    Map<Byte, String> keys = new TreeMap<>();
    for (int i = 0; keys.size() < 64; i++) {
      String key = "row%05d".formatted(i);
      keys.putIfAbsent(salt.places(Bytes.toBytes(key)).get(0)[0], key);
    }
    return keys.values().stream().sorted().toList();
  }

  private static byte[] value(int row, int cell) {
    byte[] value = new byte[CELL_BYTES];
    Arrays.fill(value, (byte) (row * CELLS + cell));
    return Bytes.add(Bytes.toBytes(row * CELLS + cell), Arrays.copyOf(value, CELL_BYTES - 4));
  }

  private static void fill(Table table, List<String> keys) throws Exception {
    for (int row = 0; row < keys.size(); row++) {
      for (int from = 0; from < CELLS; from += CELLS_OF_A_PUT) {
        Put put = new Put(Bytes.toBytes(keys.get(row))).setDurability(Durability.SKIP_WAL);
        for (int cell = from; cell < from + CELLS_OF_A_PUT; cell++) {
          put.addColumn(F, Bytes.toBytes("c%03d".formatted(cell)), 7L, value(row, cell));
        }
        table.put(put);
      }
    }
  }

  @Test
  void rowsOf50MegabytesIn64BucketsAreScannedInAHeapOf1Gigabyte() throws Exception {
    List<String> keys = keys();
    ClusterPlan plan =
        ClusterPlan.of(1)
            .in(Path.of("target", "large-rows"))
            .heap(Role.REGIONSERVER, HEAP_MB)
            .option("-XX:+ExitOnOutOfMemoryError");
    try (ProcessCluster cluster = ProcessCluster.start(plan)) {
      plan(keys).create(cluster.connection());
      try (Table table = cluster.connection().getTable(NAME)) {
        fill(table, keys);
        cluster.connection().getAdmin().flush(NAME);
        // HBase's pool of memstore chunks and a full block cache alone would take the heap.
        Scan scan = new Scan().setCacheBlocks(CACHED);
        scan(cluster, table, keys, new Scan(scan).setBatch(BATCH), BATCH);
        scan(cluster, table, keys, scan, CELLS);
      }
      assertThat(cluster.regionServer(0).isAlive()).isTrue();
    }
  }

  private static TablePlan plan(List<String> keys) {
    return PLAIN
        ? TestTable.named(NAME).splits(keys.subList(1, keys.size()).toArray(String[]::new))
        : TestTable.named(NAME).salted(SPEC).splitBuckets();
  }

  /** The most that a scan held, beside the most that the server's account admits. */
  private static void requireHeld(ProcessCluster cluster, long most) throws Exception {
    if (PLAIN) {
      return;
    }
    long bound = number(cluster, "ScanMemoryBound");
    assertThat(most).as("bytes held for scans").isPositive().isLessThanOrEqualTo(bound);
  }

  private static void scan(
      ProcessCluster cluster, Table table, List<String> keys, Scan scan, int cellsOfAPiece)
      throws Exception {
    long start = System.nanoTime();
    long most = 0;
    List<String> given = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result piece = scanner.next(); piece != null; piece = scanner.next()) {
        assertThat(piece.size()).isEqualTo(cellsOfAPiece);
        String key = Bytes.toString(piece.getRow());
        int row = keys.indexOf(key);
        int first = given.size() * cellsOfAPiece % CELLS;
        for (Cell cell : piece.rawCells()) {
          assertThat(Bytes.toString(CellUtil.cloneQualifier(cell)))
              .isEqualTo("c%03d".formatted(first));
          assertThat(Arrays.equals(CellUtil.cloneValue(cell), value(row, first++))).isTrue();
        }
        given.add(key);
        if (given.size() % PIECES_BETWEEN_LOOKS == 1) {
          most = Math.max(most, number(cluster, "ScanMemoryHeld"));
        }
      }
    }
    int pieces = CELLS / cellsOfAPiece;
    assertThat(given)
        .isEqualTo(
            keys.stream().flatMap(key -> Collections.nCopies(pieces, key).stream()).toList());
    System.out.printf(
        "%s: %d rows of %d MB, batch %d, heap of %d MB: %d s, scans held %d MB at most%n",
        PLAIN ? "plain" : "salted",
        keys.size(),
        (long) CELLS * CELL_BYTES / MB,
        scan.getBatch(),
        HEAP_MB,
        (System.nanoTime() - start) / 1_000_000_000,
        most / MB);
    requireHeld(cluster, most);
  }

  private static long number(ProcessCluster cluster, String name) throws Exception {
    return MetricsPage.read(cluster.pages(0), MetricsPage.HALITE).getOrDefault(name, 0L);
  }
}
