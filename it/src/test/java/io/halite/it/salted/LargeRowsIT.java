package io.halite.it.salted;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.routing.index.IndexedReads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Scans of rows of 5 MB in 16 buckets: gateways hold a piece of each row that waits, and the client
 * receives what a plain table returns.
 */
@ExtendWith(SharedCluster.class)
class LargeRowsIT {
  private static final int ROWS = 16;

  private static final int CELLS = 20;
  private static final int CELL_BYTES = 256 << 10;

  /** Sixteen rows have 80 MB. */
  private static final long MOST_HELD = 20L << 20;

  private final EmbeddedCluster cluster;

  LargeRowsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static void fill(Table table, int rows) throws Exception {
    for (int row = 0; row < rows; row++) {
      Put put = new Put(Bytes.toBytes("row%02d".formatted(row)));
      for (int cell = 0; cell < CELLS; cell++) {
        byte[] value = new byte[CELL_BYTES];
        Arrays.fill(value, (byte) (row * CELLS + cell));
        put.addColumn(F, Bytes.toBytes("c%02d".formatted(cell)), 7L, value);
      }
      table.put(put);
    }
  }

  private static long held() {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get("scanMemoryHeld").stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  private static String text(Result piece) {
    StringBuilder text = new StringBuilder(Bytes.toString(piece.getRow()));
    for (Cell cell : piece.rawCells()) {
      text.append(' ')
          .append(Bytes.toString(CellUtil.cloneQualifier(cell)))
          .append('=')
          .append(Arrays.hashCode(CellUtil.cloneValue(cell)));
    }
    return text.append(piece.mayHaveMoreCellsInRow() ? " +" : "").toString();
  }

  private record Read(List<String> pieces, long mostHeld) {}

  private static Read read(Table table, Scan scan) throws Exception {
    List<String> pieces = new ArrayList<>();
    long most = 0;
    try (ResultScanner scanner = table.getScanner(new Scan(scan))) {
      for (Result piece = scanner.next(); piece != null; piece = scanner.next()) {
        pieces.add(text(piece));
        most = Math.max(most, held());
      }
    }
    return new Read(pieces, most);
  }

  @Test
  void scansOfLargeRowsHoldALittleOfEachBucketAndReturnWhatAPlainTableDoes() throws Exception {
    compare("key=row:*,salt=hash(*) % 16", ROWS);
  }

  /** Few rows in passes, each of which reads all and has room for one. */
  @Tag("wide")
  @ParameterizedTest
  @CsvSource({
    "'key=row:*,salt=random % 16', 16",
    "'key=row:5,salt=reverse(row),scan=passes', 6",
    "'key=shop:3 order:2:digits,salt=hash(order) % 16,index=byShop(shop)', 16"
  })
  void scansOfLargeRowsInOtherWaysReturnWhatAPlainTableDoes(String spec, int rows)
      throws Exception {
    compare(spec, rows);
  }

  private void compare(String spec, int rows) throws Exception {
    try (TestTable salted =
            TestTable.numbered("large").salted(spec).splitBuckets().create(cluster);
        TestTable plain = TestTable.numbered("large").create(cluster);
        Table ofSalted = salted.table();
        Table ofPlain = plain.table()) {
      fill(ofSalted, rows);
      fill(ofPlain, rows);
      long before = held();
      for (Scan scan :
          List.of(
              new Scan().setBatch(3),
              new Scan().setBatch(CELLS).setReversed(true),
              new Scan().setLimit(4),
              new Scan().setReversed(true),
              new Scan()
                  .setBatch(4)
                  .setFilter(
                      new QualifierFilter(
                          CompareOperator.NOT_EQUAL,
                          new BinaryComparator(Bytes.toBytes("c05")))))) {
        if (!salted.indexTables().isEmpty()) {
          // It takes no filter.
          scan.setFilter(null);
          scan.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byShop: row"));
        }
        Read read = read(ofSalted, scan);
        assertThat(read.pieces()).as("%s", scan).isEqualTo(read(ofPlain, scan).pieces());
        assertThat(read.mostHeld() - before).as("%s", scan).isBetween(1L, MOST_HELD);
        assertThat(held()).isEqualTo(before);
      }
    }
  }
}
