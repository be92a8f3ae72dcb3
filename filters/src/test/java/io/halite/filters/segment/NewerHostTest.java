package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.FilterHarness;
import io.halite.filters.harness.FilterRun;
import io.halite.filters.natural.NaturalViewFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HBase releases after 2.6.5, which ask for hints about what they did not show to the filter. */
class NewerHostTest {
  private static final byte[] F = {'f'};
  private static final int ROWS = 900;

  /** Rows {@code 000} to {@code 899}; nine of them, which match, have a cell that is old enough. */
  private static List<KeyValue> cells(int prefixWidth) {
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      byte[] row = Bytes.toBytes("s".repeat(prefixWidth) + "%03d".formatted(i));
      cells.add(new KeyValue(row, F, F, i % 100 == 45 ? 1 : 2, F));
    }
    return cells;
  }

  @ParameterizedTest
  @CsvSource({"0, false", "0, true", "2, false", "2, true"})
  void rowsWhoseCellsTheScanSkipsAreSpared(int prefixWidth, boolean reversed) throws IOException {
    SegmentFilter always = SegmentFilter.where("@1:2 in (45, 47) or @0:1 = 7").alwaysSeeking();
    FilterHarness older = FilterHarness.over(cells(prefixWidth)).before(2);
    older = reversed ? older.reversed() : older;
    FilterRun before = older.run(filter(always, prefixWidth));
    FilterRun now = older.newer().run(filter(always, prefixWidth));
    assertThat(now.rows()).isNotEmpty().isEqualTo(before.rows());
    assertThat(before.cellsRead()).isGreaterThan(ROWS / 2);
    assertThat(now.cellsRead()).as("all from 700 on, and a few of each hundred").isLessThan(150);
  }

  private static Filter filter(SegmentFilter sent, int prefixWidth) throws IOException {
    SegmentFilter own = SegmentFilter.of(sent.query(), sent.always());
    return prefixWidth == 0 ? own : new NaturalViewFilter(own, prefixWidth);
  }

  @Test
  void whereTheFilterReadsOnItGivesNoHint() throws IOException {
    SegmentFilter adaptive = SegmentFilter.where("@0:3 in (100, 102)");
    Cell row = new KeyValue(Bytes.toBytes("101"), F, F, 2, F);
    assertThat(adaptive.filterRowKey(row)).isTrue();
    assertThat(adaptive.getHintForRejectedRow(row)).isNull();
    assertThat(adaptive.getSkipHint(row)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          @0:1 = %d or @1:2 in (%02d, %02d..%02d)      | %03d
          @#3A = %d or @#3A#3A in (%02d, %02d..%02d)   | %d:%02d:
          @#3A = %d or @#3A+0:rest in (%02d, %02d..%02d) | %d:%02d
          """)
  void hintsThatAreAskedForAtAnyTimeChangeNoVerdict(String query, String key) throws IOException {
    Random random = new Random(5);
    IntFunction<Cell> cell = row -> cell(key, row);
    for (int i = 0; i < 100; i++) {
      String text = query;
      int low = random.nextInt(90);
      text = text.formatted(random.nextInt(10), random.nextInt(100), low, low + random.nextInt(9));
      SegmentFilter plain = SegmentFilter.where(text);
      SegmentFilter asked = SegmentFilter.where(text);
      boolean reversed = random.nextBoolean();
      plain.setReversed(reversed);
      asked.setReversed(reversed);
      for (int row = 0; row < 60; row++) {
        Cell shown = cell.apply(reversed ? 999 - 5 * row : 5 * row);
        ask(asked, random, cell);
        assertThat(asked.filterRowKey(shown)).isEqualTo(plain.filterRowKey(shown));
        ask(asked, random, cell);
        assertThat(asked.filterCell(shown)).isEqualTo(plain.filterCell(shown));
        Cell hint = plain.getNextCellHint(shown);
        ask(asked, random, cell);
        assertThat(row(asked.getNextCellHint(shown))).isEqualTo(row(hint));
        assertThat(asked.filterAllRemaining()).isEqualTo(plain.filterAllRemaining());
        ask(asked, random, cell);
        plain.reset();
        asked.reset();
      }
    }
  }

  private static void ask(SegmentFilter filter, Random random, IntFunction<Cell> cell) {
    filter.getSkipHint(cell.apply(random.nextInt(1_000)));
    filter.getHintForRejectedRow(cell.apply(random.nextInt(1_000)));
  }

  /** A key of the first digit of a number and the others, or of all three together. */
  private static Cell cell(String key, int row) {
    boolean together = key.equals("%03d");
    String text = together ? key.formatted(row) : key.formatted(row / 100, row % 100);
    return new KeyValue(Bytes.toBytes(text), F, F, 2, F);
  }

  private static String row(Cell hint) {
    return hint == null ? "none" : Bytes.toString(CellUtil.cloneRow(hint));
  }

  /** A user's filter that rejects rows before {@code 500} by their keys. */
  public static final class Rejecting extends FilterBase {
    @Override
    public boolean filterRowKey(Cell cell) {
      return Bytes.toString(CellUtil.cloneRow(cell)).compareTo("500") < 0;
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return ReturnCode.INCLUDE;
    }

    /** What releases after 2.6.5 declare. */
    public Cell getHintForRejectedRow(Cell firstRowCell) {
      return PrivateCellUtil.createFirstOnRow(Bytes.toBytes("500"));
    }
  }

  @Test
  void theNaturalViewPassesTheHintForARejectedRowOn() throws IOException {
    FilterHarness older = FilterHarness.over(cells(2));
    FilterRun before = older.run(new NaturalViewFilter(new Rejecting(), 2));
    FilterRun now = older.newer().run(new NaturalViewFilter(new Rejecting(), 2));
    assertThat(now.rows()).hasSize(400).isEqualTo(before.rows());
    assertThat(before.cellsRead()).isEqualTo(ROWS);
    assertThat(now.cellsRead()).isEqualTo(400);
    assertThat(now.hints()).hasSize(1);
    assertThat(row(now.hints().get(0))).isEqualTo("ss500");
  }
}
