package io.halite.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TestTable;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Scans whose owners fall silent in their middle, for longer than the client waits for an answer:
 * one for each way in which a gateway reads rows.
 */
public enum SilentScan {
  MERGED(TestTable.FOUR_BUCKETS, 0, 2),
  JOINED("key=row:*,salt=random % 4", 0, 2),
  /** An owner sends all rows of a pass in one answer. */
  PASSED("key=row:4,salt=reverse(row),scan=passes", 3, 0);

  /** The rows of the tables, all in one gateway region. */
  public static final List<String> ROWS =
      IntStream.range(10, 60).mapToObj(i -> "a" + i + "\0").toList();

  /** The spec of a table for {@link #requireTheRowBehindStaleEntries}. */
  public static final String INDEXED = TestTable.FOUR_BUCKETS + ",index=byQ(f:q)";

  private static final int CLIENT_MILLIS = 3_000;
  private static final int GET_MILLIS = 100;

  /** Their rows take twice as long as the client waits. */
  private static final int STALE = 60;

  private final String spec;
  private final int rowsBefore;
  private final int answers;

  /**
   * A scan whose client has read so many rows when owners fall silent, each after so many answers.
   */
  SilentScan(String spec, int rowsBefore, int answers) {
    this.spec = spec;
    this.rowsBefore = rowsBefore;
    this.answers = answers;
  }

  /** The spec of a table for this scan. */
  public String spec() {
    return spec;
  }

  /** Servers on which a pass has room for about ten rows. */
  public static SiteValue shortPasses(EmbeddedCluster cluster) {
    return SiteValue.set(cluster, "halite.scan.pass.bytes", "1000");
  }

  /** The configuration of a client that waits three seconds for an answer. */
  public static Configuration impatient(EmbeddedCluster cluster) {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.scanner.timeout.period", CLIENT_MILLIS);
    return conf;
  }

  /**
   * Scans until the client receives a cursor, lets the owners answer and goes on at the cursor:
   * each row comes once.
   */
  public void requireEachRowOnce(Table impatient, boolean reversed) throws IOException {
    Scan scan = new Scan().setCaching(2).setNeedCursorResult(true).setReversed(reversed);
    List<String> rows = new ArrayList<>();
    Result next;
    try (ResultScanner scanner = impatient.getScanner(scan)) {
      for (int i = 0; i < rowsBefore; i++) {
        rows.add(Bytes.toString(scanner.next().getRow()));
      }
      StallingObserver.stallScansAfter(answers);
      for (next = scanner.next(); !next.isCursor(); next = scanner.next()) {
        rows.add(Bytes.toString(next.getRow()));
      }
    }
    StallingObserver.letGo();
    assertThat(rows).isNotEmpty();
    rows.addAll(
        TestTable.scan(
            impatient, Scan.createScanFromCursor(next.getCursor()).setReversed(reversed)));
    assertThat(rows)
        .isEqualTo(reversed ? ROWS.stream().sorted((a, b) -> b.compareTo(a)).toList() : ROWS);
  }

  /**
   * Scans all rows by a filter that may drop cells, a row in each answer, until owners are silent:
   * no cursor is behind a row that the client has not given.
   */
  static void requireNoCursorBehindTheNextRow(Table impatient) throws IOException {
    Filter all = new ValueFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(new byte[1]));
    Scan scan = new Scan().setFilter(all).setCaching(2).setMaxResultSize(1);
    scan.setNeedCursorResult(true);
    int given = 0;
    try (ResultScanner scanner = impatient.getScanner(scan)) {
      StallingObserver.stallScansAfter(2);
      for (int cursors = 0; cursors < 3; ) {
        Result next = scanner.next();
        if (next.isCursor()) {
          cursors++;
          assertThat(Bytes.toString(next.getCursor().getRow()))
              .isLessThanOrEqualTo(ROWS.get(given));
        } else {
          cursors = 0;
          assertThat(Bytes.toString(next.getRow())).isEqualTo(ROWS.get(given++));
        }
      }
    }
    assertThat(given).isPositive();
  }

  /** Scans by an index, reads the row of each stale entry, and finds none in all this time. */
  public static void requireTheRowBehindStaleEntries(Table impatient) throws IOException {
    for (String value : List.of("old", "new")) {
      impatient.put(
          IntStream.range(0, STALE).mapToObj(i -> put("row%02d".formatted(i), value)).toList());
    }
    impatient.put(put("row99", "old"));
    Scan old = new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byQ: old"));
    StallingObserver.slowGets(GET_MILLIS);
    assertThat(TestTable.scan(impatient, old)).containsExactly("row99");
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes(value));
  }
}
