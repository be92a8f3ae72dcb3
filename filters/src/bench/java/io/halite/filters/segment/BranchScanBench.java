package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;

/**
 * Scans of a whole region by queries of 4 and 16 branches over {@code lead:8 middle:8 tail:8}: in
 * each branch one value of the middle and a tenth of the tails, beside lists of other filters, and
 * a RowFilter that every row passes. Prints tables; that the lists find the same cells is asserted,
 * times are not. An OR list of Phoenix's SkipScanFilters fails, since each of them takes it for an
 * error that a hint is not followed.
 */
class BranchScanBench {
  private static final int LIMIT_SECONDS = Integer.getInteger("halite.bench.limit", 10);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 3);

  /** In place of the cells of a scan whose filter threw. */
  private static final long FAILED = -1;

  private static final int ROWS = Integer.getInteger("halite.bench.rows", 1_000_000);

  /** The branch {@code b}: a value of the middle and a digit with which the tail ends. */
  private record Way(byte[] middle, byte digit) {
    static List<Way> of(int branches, int step) {
      return IntStream.range(0, branches)
          .mapToObj(
              b -> new Way(Digits.of((long) b * step, 8), (byte) ('0' + b % 10)))
          .toList();
    }

    String text() {
      return "@8:8 = '%s' and @23:1 = '%c'"
          .formatted(new String(middle, StandardCharsets.US_ASCII), digit);
    }

    Filter fuzzy() {
      byte[] key = new byte[24];
      byte[] mask = new byte[24];
      Arrays.fill(mask, (byte) 1);
      System.arraycopy(middle, 0, key, 8, 8);
      Arrays.fill(mask, 8, 16, (byte) 0);
      key[23] = digit;
      mask[23] = 0;
      return new FuzzyRowFilter(List.of(new Pair<>(key, mask)));
    }

    /** The free bytes between the two segments are a column of everything. */
    Filter skipScan() {
      byte[] low = new byte[7];
      byte[] high = new byte[7];
      Arrays.fill(high, (byte) 0xFF);
      return SkipScans.of(
          8,
          List.of(
              SkipScans.Column.of(List.of(middle)),
              new SkipScans.Column(List.of(low), List.of(high)),
              SkipScans.Column.of(List.of(new byte[] {digit}))));
    }
  }

  private static Filter any(List<Filter> filters) {
    return new FilterList(FilterList.Operator.MUST_PASS_ONE, filters);
  }

  @Test
  void fewLeadingValues() throws Exception {
    int each = 5000;
    table("few", new AscendingKeys(ROWS, i -> Digits.key(i / each, i % each * 2, i)), 600);
  }

  @Test
  void manyLeadingValues() throws Exception {
    table(
        "many",
        new AscendingKeys(ROWS, i -> Digits.key(i / 5, i % 5 * 2000 + i * 7919L % 1999, i)),
        600);
  }

  private static void table(String title, AscendingKeys keys, int step) throws Exception {
    System.out.printf("%n%,d rows, %s leading values%n%n", ROWS, title);
    System.out.printf("| branches | filter | cells | s | CPU s |%n|---|---|---|---|---|%n");
    try (RealRegion region = RealRegion.of(keys, 1, "q")) {
      for (int branches : new int[] {4, 16}) {
        List<Way> ways = Way.of(branches, step);
        String query = ways.stream().map(Way::text).collect(Collectors.joining(" or "));
        long plain =
            row(region, branches, "RowFilter, all rows", () -> allRows()).cells();
        assertThat(plain).isEqualTo(ROWS);
        RegionScan segment =
            row(region, branches, "SegmentFilter", () -> SegmentFilter.where(query).onServer());
        for (RegionScan list :
            List.of(
                row(
                    region,
                    branches,
                    "list of FuzzyRowFilters",
                    () -> any(ways.stream().map(Way::fuzzy).toList())),
                row(
                    region,
                    branches,
                    "list of SkipScanFilters",
                    () -> any(ways.stream().map(Way::skipScan).toList())))) {
          if (list.complete() && list.cells() != FAILED) {
            assertThat(segment.cells()).isEqualTo(list.cells());
          }
        }
      }
    }
  }

  private static Filter allRows() {
    return new RowFilter(CompareOperator.GREATER_OR_EQUAL, new BinaryComparator(new byte[] {0}));
  }

  private static RegionScan row(
      RealRegion region, int branches, String name, Supplier<Filter> filter) throws Exception {
    List<RegionScan> scans = new ArrayList<>();
    do {
      try {
        scans.add(RegionScan.of(region.region(), filter.get(), LIMIT_SECONDS));
      } catch (IllegalStateException e) {
        // Of a SkipScanFilter in an OR list, which does not follow each of its hints.
        System.out.printf("| %d | %s | fails: %s | | |%n", branches, name, firstWords(e));
        return new RegionScan(FAILED, true, 0, 0);
      }
    } while (scans.get(0).complete() && scans.size() < ROUNDS);
    scans.sort(Comparator.comparing(RegionScan::cpuSeconds));
    RegionScan median = scans.get(scans.size() / 2);
    System.out.printf(
        "| %d | %s | %d | %s%.3f | %.3f |%n",
        branches,
        name,
        median.cells(),
        median.complete() ? "" : "given up after ",
        median.seconds(),
        median.cpuSeconds());
    return median;
  }

  private static String firstWords(IllegalStateException e) {
    return String.valueOf(e.getMessage()).replaceFirst(" \\(.*", "");
  }
}
