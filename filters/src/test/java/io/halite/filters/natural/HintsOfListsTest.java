package io.halite.filters.natural;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.RealRegion;
import io.halite.filters.segment.ShownRows;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;

/** AND lists of HBase's filters in a region of HBase: what they are shown behind the view. */
class HintsOfListsTest {
  private static final int ROWS = 900;
  private static final byte[] F = {'f'};

  /** The rows that a scan finds, and how many its filter was shown. */
  private record Read(List<String> rows, long shown) {}

  private static byte[] b(String text) {
    return text.getBytes(US_ASCII);
  }

  /** It rejects nine of ten rows, ahead of the other member. */
  private static Filter list(Filter hinting) {
    RegexStringComparator endsWith7 = new RegexStringComparator("7$");
    return new FilterList(new RowFilter(CompareOperator.EQUAL, endsWith7), hinting);
  }

  private static Filter ranges() {
    return list(
        new MultiRowRangeFilter(
            Arrays.asList(
                new RowRange(b("100"), true, b("110"), false),
                new RowRange(b("500"), true, b("520"), false))));
  }

  private static Filter pattern() {
    return list(new FuzzyRowFilter(List.of(new Pair<>(b("3?7"), new byte[] {0, 1, 0}))));
  }

  private static Read read(HRegion region, Filter filter, int prefixWidth) throws IOException {
    String prefix = "s".repeat(prefixWidth);
    Scan scan = new Scan().withStartRow(b(prefix + "0")).withStopRow(b(prefix + "9"));
    ShownRows found = ShownRows.of(region, scan, filter, prefixWidth);
    return new Read(
        found.rows().stream().map(row -> row.substring(prefixWidth)).toList(), found.shown());
  }

  @Test
  void listIsShownNoMoreRowsBehindTheViewThanOnAPlainTable() throws Exception {
    try (RealRegion real = RealRegion.empty()) {
      HRegion region = real.region();
      for (int i = 0; i < ROWS; i++) {
        for (String prefix : List.of("", "s")) {
          region.put(new Put(b(prefix + "%03d".formatted(i))).addColumn(F, F, F));
        }
      }
      region.flush(true);
      for (Supplier<Filter> list :
          List.<Supplier<Filter>>of(HintsOfListsTest::ranges, HintsOfListsTest::pattern)) {
        Read plain = read(region, list.get(), 0);
        assertThat(plain.shown).isLessThan(ROWS / 4);
        assertThat(plain.rows).hasSizeGreaterThan(2);
        assertThat(read(region, HintlessFuzzyFilter.of(list.get(), false), 1)).isEqualTo(plain);
      }
    }
  }
}
