package io.halite.filters.natural;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.CellForm;
import io.halite.filters.harness.FilterHarness;
import io.halite.filters.segment.RealRegion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Hints to rows that fit a plain table, and behind a prefix would be longer than HBase's rows. */
@Timeout(60)
class LongHintsTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final List<byte[]> PREFIXES = List.of(new byte[] {3}, new byte[] {-1, -1});

  /** A scan that is still open after so many cells would never end. */
  private static final int MANY = 1_000;

  private static byte[] row(int length, int each, byte... last) {
    byte[] row = new byte[length];
    Arrays.fill(row, (byte) each);
    System.arraycopy(last, 0, row, length - last.length, last.length);
    return row;
  }

  /** The rows around a hint of 32,767 equal bytes, as far as they can be stored. */
  private static List<byte[]> rows(byte[] prefix, int each) {
    int longest = HConstants.MAX_ROW_LENGTH - prefix.length;
    List<byte[]> rows =
        new ArrayList<>(List.of(row(1, 'a'), row(1, each), row(longest, each, (byte) (each - 1))));
    rows.add(row(longest, each));
    if (each != 0xff) {
      rows.add(row(longest, each, (byte) (each + 1)));
      rows.add(row(1, each + 1));
    }
    return rows;
  }

  private static List<KeyValue> cells(byte[] prefix, List<byte[]> rows) {
    return rows.stream()
        .flatMap(
            row ->
                Stream.of("a", "b")
                    .map(q -> new KeyValue(Bytes.add(prefix, row), F, Bytes.toBytes(q), 1, F)))
        .toList();
  }

  private static List<String> told(List<List<KeyValue>> rows, int prefixWidth) {
    return rows.stream().flatMap(List::stream).map(cell -> told(cell, prefixWidth)).toList();
  }

  private static String told(Cell cell, int prefixWidth) {
    byte[] row = CellUtil.cloneRow(cell);
    return (row.length - prefixWidth)
        + Bytes.toStringBinary(row, prefixWidth, 1)
        + row[row.length - 1]
        + Bytes.toString(CellUtil.cloneQualifier(cell));
  }

  static Stream<Arguments> cases() {
    return PREFIXES.stream()
        .flatMap(
            prefix ->
                Stream.of((int) 'z', 0xff)
                    .flatMap(
                        each ->
                            Stream.of(false, true)
                                .map(reversed -> Arguments.of(prefix, each, reversed))));
  }

  private static Filter filter(int each, boolean reversed) {
    byte[] hint = row(HConstants.MAX_ROW_LENGTH, each);
    RowRange range =
        reversed
            ? new RowRange(HConstants.EMPTY_START_ROW, true, hint, true)
            : new RowRange(hint, true, HConstants.EMPTY_END_ROW, false);
    // The filter sorts the list.
    return new MultiRowRangeFilter(new ArrayList<>(List.of(range)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aHintThatIsTooLongLeadsToTheRowsToWhichItLeadsOnAPlainTable(
      byte[] prefix, int each, boolean reversed) throws IOException {
    List<byte[]> rows = rows(prefix, each);
    for (CellForm form : CellForm.values()) {
      FilterHarness plain = FilterHarness.over(cells(new byte[0], rows)).form(form);
      FilterHarness salted = FilterHarness.over(cells(prefix, rows)).form(form);
      Filter view = new NaturalViewFilter(filter(each, reversed), prefix.length);
      List<String> expected =
          told((reversed ? plain.reversed() : plain).run(filter(each, reversed)).rows(), 0);
      assertThat(told((reversed ? salted.reversed() : salted).run(view).rows(), prefix.length))
          .isEqualTo(expected);
    }
  }

  /** The last row that can be stored is passed by, and in reverse the first that is read. */
  @Test
  void anHBaseRegionFollowsAHintThatIsTooLongAsOnAPlainTable() throws IOException {
    byte[] prefix = PREFIXES.get(0);
    try (RealRegion real = RealRegion.empty()) {
      HRegion region = real.region();
      List<KeyValue> cells = cells(prefix, rows(prefix, 'z'));
      for (KeyValue cell : cells) {
        region.put(new Put(CellUtil.cloneRow(cell)).add(cell));
      }
      for (boolean flushed : new boolean[] {false, true}) {
        if (flushed) {
          region.flush(true);
        }
        List<String> all = cells.stream().map(cell -> told(cell, prefix.length)).toList();
        assertThat(scanned(region, prefix, false)).isEqualTo(all.subList(8, 12));
        assertThat(scanned(region, prefix, true))
            .containsExactlyInAnyOrderElementsOf(all.subList(0, 8));
      }
    }
  }

  private static List<String> scanned(HRegion region, byte[] prefix, boolean reversed)
      throws IOException {
    Filter view = new NaturalViewFilter(filter('z', reversed), prefix.length);
    view.setReversed(reversed);
    List<String> told = new ArrayList<>();
    try (RegionScanner scanner =
        region.getScanner(new Scan().setReversed(reversed).setFilter(view))) {
      List<Cell> row = new ArrayList<>();
      boolean more = true;
      while (more && told.size() < MANY) {
        more = scanner.next(row);
        row.forEach(cell -> told.add(told(cell, prefix.length)));
        row.clear();
      }
    }
    return told;
  }
}
