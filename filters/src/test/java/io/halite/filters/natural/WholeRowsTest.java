package io.halite.filters.natural;

import static io.halite.filters.natural.StockFilterSamples.b;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.FilterHarness;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which filters keep a row whole or drop it, and which drop single cells. */
class WholeRowsTest {
  private static final int COLUMNS = 4;

  private static List<KeyValue> cells() {
    List<KeyValue> cells = new ArrayList<>();
    for (String row : List.of("aab", "acb", "bbb", "bcb", "bcc", "cab", "ccd")) {
      for (int column = 0; column < COLUMNS; column++) {
        byte[] qualifier = b("" + (char) ('a' + column));
        cells.add(new KeyValue(b(row), b("f"), qualifier, column + 1, b("" + column)));
      }
    }
    return cells;
  }

  static Stream<Filter> samples() {
    return Stream.concat(
        StockFilterSamples.all().stream(),
        Stream.of(
            SegmentFilter.where(KeyLayout.parse("a:1 b:2"), "a=b"),
            new WhileMatchFilter(new PrefixFilter(b("a")))));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aFilterThatDropsNoCellsKeepsRowsWhole(Filter filter) throws IOException {
    boolean dropsCells = FilterAdmission.dropsCells(filter);
    List<List<KeyValue>> kept = FilterHarness.over(cells()).run(filter).rows();
    assertThat(dropsCells || kept.stream().allMatch(row -> row.size() == COLUMNS)).isTrue();
  }

  @Test
  void aTreeDropsCellsIfOneOfItsFiltersDoes() {
    Filter rows = new PrefixFilter(b("a"));
    Filter columns = new ColumnPrefixFilter(b("a"));
    assertThat(FilterAdmission.dropsCells(new FilterList(rows, rows))).isFalse();
    assertThat(FilterAdmission.dropsCells(new FilterList(rows, columns))).isTrue();
    assertThat(FilterAdmission.dropsCells(new WhileMatchFilter(rows))).isFalse();
    assertThat(FilterAdmission.dropsCells(new WhileMatchFilter(columns))).isTrue();
  }
}
