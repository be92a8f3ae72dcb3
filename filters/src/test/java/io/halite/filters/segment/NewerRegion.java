package io.halite.filters.segment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A region of the release that the loader of this class has. Takes and gives classes of the JDK
 * alone, so that a test of another loader can call it.
 */
public final class NewerRegion {
  static final int ROWS = 900;
  private static final byte[] F = {'f'};
  private static final byte[] OLD = {'o'};
  private static final byte[] NEW = {'n'};

  private NewerRegion() {}

  /**
   * Scans rows {@code 000} to {@code 899}, of which nine have a cell of the time and column that
   * the scan has.
   *
   * @param query what {@code SegmentFilter} asks, always seeking; empty for a filter of the user
   *     that rejects rows before 500
   * @param skips what keeps the other cells from the filter: {@code time} or {@code column}
   * @return the rows found, and then how many were shown to the filter
   */
  public static List<String> scan(String query, int prefixWidth, boolean reversed, String skips)
      throws IOException {
    try (RealRegion region = RealRegion.of(new AscendingKeys(0, i -> new byte[0]), 0)) {
      for (int i = 0; i < ROWS; i++) {
        byte[] row = Bytes.toBytes("s".repeat(prefixWidth) + "%03d".formatted(i));
        boolean old = i % 100 == 45;
        region.region().put(new Put(row).addColumn(F, old ? OLD : NEW, old ? 1 : 2, F));
      }
      region.region().flush(true);
      Scan scan = new Scan().setReversed(reversed);
      byte[] below = Bytes.toBytes("s".repeat(prefixWidth) + "0");
      byte[] behind = Bytes.toBytes("s".repeat(prefixWidth) + "9");
      scan.withStartRow(reversed ? behind : below).withStopRow(reversed ? below : behind);
      if (skips.equals("time")) {
        scan.setTimeRange(0, 2);
      } else if (skips.equals("column")) {
        scan.addColumn(F, OLD);
      }
      return rows(region.region(), scan, query.isEmpty() ? rejecting() : of(query), prefixWidth);
    }
  }

  private static Filter rejecting() {
    return new NewerHostTest.Rejecting();
  }

  private static Filter of(String query) {
    return SegmentFilter.where(query).alwaysSeeking();
  }

  private static List<String> rows(HRegion region, Scan scan, Filter filter, int prefixWidth)
      throws IOException {
    ShownRows found = ShownRows.of(region, scan, filter, prefixWidth);
    List<String> rows = new ArrayList<>(found.rows());
    rows.add(Long.toString(found.shown()));
    return rows;
  }

  /**
   * Asks random queries of random rows, some of which the scan skips for their column.
   *
   * @return the first query that finds other rows than its predicate; empty if there is none
   */
  public static String firstDifference(long seed, int cases) throws IOException {
    Random random = new Random(seed);
    TreeSet<byte[]> rows = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    while (rows.size() < 400) {
      rows.add(RandomQuery.bytes(random, 1 + random.nextInt(6)));
    }
    try (RealRegion region = RealRegion.of(new AscendingKeys(0, i -> new byte[0]), 0)) {
      TreeSet<byte[]> old = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      for (byte[] row : rows) {
        boolean skipped = random.nextInt(3) > 0;
        region.region().put(new Put(row).addColumn(F, skipped ? NEW : OLD, 1, F));
        if (!skipped) {
          old.add(row);
        }
      }
      region.region().flush(true);
      for (int i = 0; i < cases; i++) {
        RandomQuery query = RandomQuery.nested(random);
        boolean all = random.nextInt(3) == 0;
        boolean reversed = random.nextBoolean();
        Scan scan = new Scan().setReversed(reversed);
        Filter filter =
            random.nextBoolean()
                ? SegmentFilter.where(query.text).alwaysSeeking()
                : SegmentFilter.where(query.text);
        List<String> found = rows(region.region(), all ? scan : scan.addColumn(F, OLD), filter, 0);
        TreeSet<byte[]> asked = all ? rows : old;
        Stream<byte[]> inOrder = (reversed ? asked.descendingSet() : asked).stream();
        String expected =
            inOrder.filter(query.matches).map(Bytes::toStringBinary).collect(Collectors.joining());
        if (!String.join("", found.subList(0, found.size() - 1)).equals(expected)) {
          return "case %d, %s, reversed %s: %s".formatted(i, query.text, reversed, found);
        }
      }
    }
    return "";
  }
}
