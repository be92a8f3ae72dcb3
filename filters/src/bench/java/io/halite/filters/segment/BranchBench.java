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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What one row costs a query of B branches, {@code tag = b and value in (F values)} over the key
 * {@code [8 free][tag: 2][value: 8][8 free]}, beside OR lists of B filters. Every row is under a
 * new prefix and between two values of one branch. {@link #run} measures by JMH, {@link
 * #leastProcessorTimes} on a busy machine, too; hints are compared, times are not.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BranchBench {
  private static final KeyLayout LAYOUT = KeyLayout.parse("head:8 tag:2 value:8 rest:*");
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 12);
  private static final int[] BRANCHES = {1, 4, 16, 64};
  private static final int[] COUNTS = {1, 10, 1_000, 10_000};

  /** Of more, FuzzyRowFilters take a quarter of a second for each row. */
  private static final int MOST_PATTERNS = 160_000;

  /** A query of several branches may hold 200,000. */
  private static final int MOST_VALUES = 192_000;

  @Param("1")
  public int branches;

  @Param("1")
  public int values;

  /** One of {@link Lists}. */
  @Param("SEGMENT_FILTER")
  public String filter;

  private Rows rows;

  /** What answers the query. */
  private enum Lists {
    FUZZY_FILTERS,
    SKIP_SCANS,
    SEGMENT_FILTERS,
    SEGMENT_FILTER;

    Filter of(int branches, int values) {
      return switch (this) {
        case FUZZY_FILTERS -> listOfFuzzyFilters(branches, values);
        case SKIP_SCANS -> listOfSkipScans(branches, values);
        case SEGMENT_FILTERS -> listOfSegmentFilters(branches, values);
        case SEGMENT_FILTER -> branches(branches, values);
      };
    }

    /** A list of more than one SkipScanFilter fails. */
    boolean answers(int branches, int values) {
      return switch (this) {
        case FUZZY_FILTERS -> branches * values <= MOST_PATTERNS;
        case SKIP_SCANS -> branches == 1;
        default -> true;
      };
    }
  }

  /** Makes the filter and the rows that it is shown. */
  @Setup
  public void prepare() {
    rows = new Rows(Lists.valueOf(filter).of(branches, values), branches, values);
  }

  /** One row, greater than all before it. */
  @Benchmark
  public Object row() throws IOException {
    return rows.next();
  }

  private static int allowed(int branches, int most) {
    return Math.min(most, MOST_VALUES / branches);
  }

  @Test
  void run() throws RunnerException {
    for (int branches : BRANCHES) {
      for (int most : COUNTS) {
        int values = allowed(branches, most);
        String[] filters =
            Stream.of(Lists.values())
                .filter(list -> list.answers(branches, values))
                .map(Lists::name)
                .toArray(String[]::new);
        new Runner(
                new OptionsBuilder()
                    .include(BranchBench.class.getSimpleName())
                    .param("branches", "" + branches)
                    .param("values", "" + values)
                    .param("filter", filters)
                    .forks(Integer.getInteger("halite.bench.forks", 1))
                    .jvmArgsAppend("-Xmx2g")
                    .warmupIterations(3)
                    .warmupTime(TimeValue.milliseconds(500))
                    .measurementIterations(5)
                    .measurementTime(TimeValue.milliseconds(500))
                    .build())
            .run();
      }
    }
  }

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
    for (int branches : BRANCHES) {
      for (int most : COUNTS) {
        int values = allowed(branches, most);
        String fuzzy =
            Lists.FUZZY_FILTERS.answers(branches, values)
                ? "%,d"
                    .formatted(least(listOfFuzzyFilters(branches, values), branches, values, true))
                : "not run";
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
