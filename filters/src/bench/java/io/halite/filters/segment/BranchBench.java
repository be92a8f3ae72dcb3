package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;

/**
 * What one row costs a query of B branches, {@code tag = b and value in (F values)} over the key
 * {@code [8 free][tag: 2][value: 8][8 free]}, beside OR lists of B filters. Every row is under a
 * new prefix and between two values of one branch. Prints a table; hints are compared, times not.
 */
class BranchBench {
  private static final KeyLayout LAYOUT = KeyLayout.parse("head:8 tag:2 value:8 rest:*");
  private static final int ROUNDS = 12;

  /** Of more, FuzzyRowFilters take a quarter of a second for each row. */
  private static final int MOST_PATTERNS = 160_000;

  /** A query of several branches may hold 200,000. */
  private static final int MOST_VALUES = 192_000;

  private static byte[] tag(int branch) {
    return ByteBuffer.allocate(2).putShort((short) branch).array();
  }

  private static List<byte[]> values(int branch, int count) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(ByteBuffer.allocate(8).putLong(i * 1000L + branch).array());
    }
    return values;
  }

  private static SegmentQueryBuilder branch(int branch, int values) {
    return SegmentFilter.over(LAYOUT)
        .where("tag")
        .in(List.of(tag(branch)))
        .where("value")
        .in(values(branch, values));
  }

  private static Filter branches(int branches, int values) {
    SegmentQueryBuilder any = branch(0, values);
    for (int b = 1; b < branches; b++) {
      any = any.or(branch(b, values));
    }
    return any.toFilter().alwaysSeeking().onServer();
  }

  private static Filter listOfSegmentFilters(int branches, int values) {
    List<Filter> filters = new ArrayList<>();
    for (int b = 0; b < branches; b++) {
      filters.add(branch(b, values).toFilter().alwaysSeeking().onServer());
    }
    return new FilterList(FilterList.Operator.MUST_PASS_ONE, filters);
  }

  private static Filter listOfFuzzyFilters(int branches, int values) {
    List<Filter> filters = new ArrayList<>();
    for (int b = 0; b < branches; b++) {
      List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
      for (byte[] value : values(b, values)) {
        byte[] mask = new byte[18];
        Arrays.fill(mask, 0, 8, (byte) 1);
        byte[] key = ByteBuffer.allocate(18).putLong(0).put(tag(b)).put(value).array();
        patterns.add(new Pair<>(key, mask));
      }
      filters.add(new FuzzyRowFilter(patterns));
    }
    return new FilterList(FilterList.Operator.MUST_PASS_ONE, filters);
  }

  private static Filter listOfSkipScans(int branches, int values) {
    List<Filter> filters = new ArrayList<>();
    for (int b = 0; b < branches; b++) {
      filters.add(
          SkipScans.of(
              8,
              List.of(
                  SkipScans.Column.of(List.of(tag(b))),
                  SkipScans.Column.of(values(b, values)))));
    }
    return new FilterList(FilterList.Operator.MUST_PASS_ONE, filters);
  }

  /** Shows ascending rows to a filter, as a region does. */
  private static final class Rows {
    private final Filter filter;
    private final int branches;
    private final int values;
    private final KeyValue cell =
        new KeyValue(new byte[26], new byte[] {'f'}, new byte[] {'q'}, 1, new byte[] {'v'});
    private final ByteBuffer row =
        ByteBuffer.wrap(cell.getRowArray(), cell.getRowOffset(), 26).slice();
    private long shown;

    Rows(Filter filter, int branches, int values) {
      this.filter = filter;
      this.branches = branches;
      this.values = values;
    }

    byte[] next() throws IOException {
      shown++;
      row.putLong(0, shown).putShort(8, (short) (shown * 31 % branches));
      row.putLong(10, shown * 7919L % values * 1000L + 500).putLong(18, shown);
      filter.reset();
      filter.filterRowKey(cell);
      if (filter.filterCell(cell) != Filter.ReturnCode.SEEK_NEXT_USING_HINT) {
        throw new IllegalStateException("no row matches");
      }
      return CellUtil.cloneRow(filter.getNextCellHint(cell));
    }
  }

  @Test
  void leastProcessorTimes() throws IOException {
    for (int branches : new int[] {1, 2, 3, 5}) {
      least(listOfFuzzyFilters(branches, 20), branches, 20, true);
      least(listOfSegmentFilters(branches, 20), branches, 20, false);
      skipScans(branches, 20);
      least(branches(branches, 20), branches, 20, false);
    }
    System.out.printf(
        "%n| B | F | list of FuzzyRowFilters, ns | list of SkipScanFilters, ns"
            + " | list of SegmentFilters, ns | SegmentFilter, ns |%n|---|---|---|---|---|---|%n");
    for (int branches : new int[] {1, 4, 16, 64}) {
      for (int values : new int[] {1, 10, 1000, Math.min(10_000, MOST_VALUES / branches)}) {
        String fuzzy =
            branches * values > MOST_PATTERNS
                ? "not run"
                : "%,d"
                    .formatted(least(listOfFuzzyFilters(branches, values), branches, values, true));
        String skip = skipScans(branches, values);
        long list = least(listOfSegmentFilters(branches, values), branches, values, false);
        long segment = least(branches(branches, values), branches, values, false);
        System.out.printf(
            "| %d | %,d | %s | %s | %,d | %,d |%n", branches, values, fuzzy, skip, list, segment);
        sameHints(branches, values);
      }
    }
  }

  /** SkipScanFilter takes it for an error if its hint is not followed, as an OR list may do. */
  private static String skipScans(int branches, int values) throws IOException {
    try {
      return "%,d".formatted(least(listOfSkipScans(branches, values), branches, values, false));
    } catch (IllegalStateException e) {
      return "fails";
    }
  }

  private static void sameHints(int branches, int values) throws IOException {
    Rows list = new Rows(listOfSegmentFilters(branches, values), branches, values);
    Rows segment = new Rows(branches(branches, values), branches, values);
    for (int i = 0; i < 100; i++) {
      assertThat(segment.next()).isEqualTo(list.next());
    }
  }

  private static long least(Filter filter, int branches, int values, boolean linear)
      throws IOException {
    Rows rows = new Rows(filter, branches, values);
    int count = linear ? Math.max(3, 50_000 / (branches * values)) : 20_000 / branches;
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < count; i++) {
        rows.next();
      }
      least = Math.min(least, (threads.getCurrentThreadCpuTime() - before) / count);
    }
    return least;
  }
}
