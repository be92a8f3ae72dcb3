package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Scans with a limit of rows whose rows come in pieces, also where a filter drops the cells behind
 * the last piece of a row.
 *
 * <p>HBase's client counts a row twice whose last piece is known to be the last and is shorter than
 * the batch ({@code BatchScanResultCache} remembers the piece before it as the last one), and ends
 * the scan too early, on a plain table as well. So here each batch divides the cells of a row
 * evenly, but where a filter drops cells behind the last piece: that piece may be followed by
 * others.
 */
@ExtendWith(SharedCluster.class)
@TestInstance(Lifecycle.PER_CLASS)
class LimitedPiecesIT {
  private static final int ROWS = 10;
  private static final int COLUMNS = 4;
  private static final int ALL = 0;

  private final EmbeddedCluster cluster;
  private TestTable salted;
  private TestTable plain;

  LimitedPiecesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  void create() throws Exception {
    salted =
        TestTable.numbered("pieces").salted(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster);
    plain = TestTable.numbered("pieces").create(cluster);
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      Put put = new Put(Bytes.toBytes(row));
      for (int column = 0; column < COLUMNS; column++) {
        put.addColumn(TestTable.F, Bytes.toBytes("q" + column), 1, Bytes.toBytes(row * column));
      }
      puts.add(put);
    }
    for (TestTable each : List.of(salted, plain)) {
      try (Table table = each.table()) {
        table.put(puts);
      }
    }
  }

  @AfterAll
  void drop() throws Exception {
    salted.close();
    plain.close();
  }

  /** The filter lets so many cells of each row pass, {@code 0} all of them. */
  @ParameterizedTest(name = "{0} cells of a row, batch {1}, at most {2} bytes, partial {3}")
  @CsvSource({
    "0, 1, 1, false", "0, 2, 1, false", "0, 4, 1, false", "0, -1, 1, true", "0, 2, 1, true",
    "2, 2, 1, false", "2, 2, 1, true", "2, -1, 1, false", "2, -1, 1, true", "2, 1, 1000000, false",
    "3, 2, 1, true", "3, 2, 1, false", "3, -1, 1, true", "3, 3, 1, false", "3, 3, 1000000, false"
  })
  void cellsAreThoseOfAPlainTable(int passing, int batch, long bytes, boolean partial)
      throws Exception {
    for (boolean reversed : new boolean[] {false, true}) {
      for (int limit : new int[] {1, 2, 5, ROWS, ROWS + 1}) {
        Scan scan = new Scan().setReversed(reversed).setLimit(limit).setMaxResultSize(bytes);
        scan.setBatch(batch).setAllowPartialResults(partial);
        if (passing != ALL) {
          scan.setFilter(new ColumnPaginationFilter(passing, 0));
        }
        assertThat(cells(salted, scan))
            .as("limit %d, reversed %s", limit, reversed)
            .isEqualTo(cells(plain, scan))
            .hasSize(Math.min(limit, ROWS) * (passing == ALL ? COLUMNS : passing));
      }
    }
  }

  /** An answer of a size ends in the middle of a row if its reader allows partial results. */
  @ParameterizedTest(name = "{0} cells of a row, batch {1}, at most {2} bytes")
  @CsvSource({
    "0, -1, 1",
    "0, 2, 1",
    "2, -1, 1",
    "3, 2, 1",
    "0, -1, 160",
    "0, -1, 240",
    "0, -1, 1000",
    "3, -1, 160",
    "3, -1, 400",
    "3, 2, 240"
  })
  void piecesAreThoseOfAPlainTableForAReaderWhoAllowsPartialResults(
      int passing, int batch, long bytes) throws Exception {
    for (boolean reversed : new boolean[] {false, true}) {
      Scan scan = new Scan().setReversed(reversed).setMaxResultSize(bytes);
      scan.setBatch(batch).setAllowPartialResults(true);
      if (passing != ALL) {
        scan.setFilter(new ColumnPaginationFilter(passing, 0));
      }
      assertThat(pieces(salted, scan)).isEqualTo(pieces(plain, scan));
    }
  }

  /** HBase's client makes a cursor of an answer that ends before the first row is complete. */
  @ParameterizedTest(name = "{0} cells of a row, at most {1} bytes")
  @CsvSource({"0, 1", "3, 1", "0, 160", "0, 240", "3, 240", "0, 1000"})
  void cursorsAreThoseOfAPlainTableWhereAnAnswerIsSmallerThanARow(int passing, long bytes)
      throws Exception {
    for (boolean reversed : new boolean[] {false, true}) {
      Scan scan = new Scan().setReversed(reversed).setMaxResultSize(bytes);
      scan.setNeedCursorResult(true);
      if (passing != ALL) {
        scan.setFilter(new ColumnPaginationFilter(passing, 0));
      }
      List<String> expected = pieces(plain, scan);
      if (bytes == 1) {
        assertThat(expected).anyMatch(each -> each.startsWith("cursor"));
      }
      assertThat(pieces(salted, scan)).isEqualTo(expected);
      scan.setLimit(2);
      assertThat(pieces(salted, scan)).isEqualTo(pieces(plain, scan));
    }
  }

  /** A filter that keeps or drops whole rows leaves no doubt. */
  @ParameterizedTest(name = "{0} cells of a row, batch {1}, at most {2} bytes, partial {3}")
  @CsvSource({
    "2, 2, 1, false", "2, 2, 1000000, false", "2, 2, 1, true", "2, -1, 1, true", "3, 2, 1, false",
    "3, 2, 1, true", "3, 2, 1000000, true", "4, 2, 1, false", "4, 2, 1, true", "0, 2, 1, false"
  })
  void aPieceSaysThatCellsMayFollowIfAFilterMayHaveDroppedThem(
      int passing, int batch, long bytes, boolean partial) throws Exception {
    for (boolean reversed : new boolean[] {false, true}) {
      Scan scan = new Scan().setReversed(reversed).setMaxResultSize(bytes).setCaching(1);
      scan.setBatch(batch).setAllowPartialResults(partial);
      scan.setFilter(
          passing == ALL ? new PrefixFilter(new byte[3]) : new ColumnPaginationFilter(passing, 0));
      List<Boolean> flags = flags(salted, scan);
      if (passing == COLUMNS) { // no cell is dropped, which HBase knows and the gateway does not
        assertThat(flags).hasSameSizeAs(flags(plain, scan)).doesNotContain(false);
      } else {
        assertThat(flags).isEqualTo(flags(plain, scan)).contains(true);
      }
    }
  }

  private static List<Boolean> flags(TestTable each, Scan scan) throws IOException {
    List<Boolean> flags = new ArrayList<>();
    try (Table table = each.table();
        ResultScanner scanner = table.getScanner(new Scan(scan))) {
      for (Result result : scanner) {
        flags.add(result.mayHaveMoreCellsInRow());
      }
    }
    return flags;
  }

  private static List<String> pieces(TestTable each, Scan scan) throws IOException {
    List<String> pieces = new ArrayList<>();
    try (Table table = each.table();
        ResultScanner scanner = table.getScanner(new Scan(scan))) {
      for (Result result : scanner) {
        pieces.add(
            result.isCursor()
                ? "cursor " + Bytes.toInt(result.getCursor().getRow())
                : Bytes.toInt(result.getRow()) + ": " + result.size());
      }
    }
    return pieces;
  }

  private static List<String> cells(TestTable each, Scan scan) throws IOException {
    List<String> cells = new ArrayList<>();
    try (Table table = each.table();
        ResultScanner scanner = table.getScanner(new Scan(scan))) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        for (Cell cell : result.rawCells()) {
          cells.add(
              Bytes.toInt(result.getRow()) + " " + Bytes.toString(CellUtil.cloneQualifier(cell)));
        }
      }
    }
    return cells;
  }
}
