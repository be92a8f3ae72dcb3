package io.halite.filters.natural;

import static io.halite.filters.natural.StockFilterSamples.b;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.filters.harness.CellForm;
import io.halite.filters.harness.FilterHarness;
import io.halite.filters.harness.FilterRun;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.HintingFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NaturalViewFilterTest {
  private static final List<byte[]> PREFIXES = List.of(new byte[] {3}, new byte[] {-1, 0, 'b'});
  private static final List<KeyValue> NATURAL = cells(new byte[0]);

  /** Rows of 1 to 5 letters over a to d, short ones among them; the same under every prefix. */
  private static List<KeyValue> cells(byte[] prefix) {
    Random random = new Random(4711);
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      byte[] row = Arrays.copyOf(prefix, prefix.length + 1 + random.nextInt(5));
      for (int at = prefix.length; at < row.length; at++) {
        row[at] = (byte) ('a' + random.nextInt(4));
      }
      for (int column = 0; column < 1 + random.nextInt(8); column++) {
        cells.add(
            new KeyValue(
                row,
                b(random.nextInt(3) == 0 ? "g" : "f"),
                b("" + (char) ('a' + random.nextInt(5))),
                1 + random.nextInt(5),
                b("" + random.nextInt(5))));
      }
    }
    return cells.stream()
        .collect(Collectors.toMap(CellUtil::getCellKeyAsString, c -> c, (one, other) -> one))
        .values()
        .stream()
        .toList();
  }

  static Stream<Integer> samples() {
    return IntStream.range(0, StockFilterSamples.all().size()).boxed();
  }

  private static Filter sample(int index) {
    return StockFilterSamples.all().get(index);
  }

  /** The filter as a server gets it. */
  private static Filter sent(Filter filter) throws IOException {
    return ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter));
  }

  private static final List<UnaryOperator<FilterHarness>> FORWARD =
      List.of(h -> h, h -> h.versions(3, 2), h -> h.limit(1));

  private static final List<UnaryOperator<FilterHarness>> REVERSED =
      List.of(FilterHarness::reversed, h -> h.versions(3, 2).reversed().limit(2));

  /**
   * Over these rows the bare FuzzyRowFilter 2.6.4 never returns from a reversed getNextCellHint;
   * {@link HintlessFuzzyFilterTest} and {@link ScatteredRowsTest} judge what stands for it.
   */
  private static List<UnaryOperator<FilterHarness>> ways(int index) {
    List<UnaryOperator<FilterHarness>> ways = new ArrayList<>(FORWARD);
    if (!StockFilterSamples.text(sample(index)).contains("Fuzzy")) {
      ways.addAll(REVERSED);
    }
    return ways;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void stockFilterDoesOverStoredRowsWhatItDoesOverNaturalOnes(int index) throws IOException {
    for (UnaryOperator<FilterHarness> way : ways(index)) {
      for (CellForm form : CellForm.values()) {
        FilterRun expected =
            way.apply(FilterHarness.over(NATURAL)).form(form).run(sent(sample(index)));
        for (byte[] prefix : PREFIXES) {
          FilterRun wrapped =
              way.apply(FilterHarness.over(cells(prefix)))
                  .form(form)
                  .run(new NaturalViewFilter(sent(sample(index)), prefix.length));
          assertSame(wrapped, expected, prefix);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void stockFilterDoesSoWhenRebuiltAndSoughtAgainAfterEachRow(int index) throws IOException {
    for (UnaryOperator<FilterHarness> way : ways(index)) {
      FilterRun expected =
          way.apply(FilterHarness.over(NATURAL)).runReopened(() -> sent(sample(index)));
      for (byte[] prefix : PREFIXES) {
        FilterRun wrapped =
            way.apply(FilterHarness.over(cells(prefix)))
                .form(CellForm.OFF_HEAP)
                .runReopened(() -> new NaturalViewFilter(sent(sample(index)), prefix.length));
        assertSame(wrapped, expected, prefix);
      }
    }
  }

  private static void assertSame(FilterRun wrapped, FilterRun expected, byte[] prefix) {
    assertThat(wrapped.rows().stream().map(row -> natural(row, prefix)).toList())
        .isEqualTo(expected.rows().stream().map(row -> natural(row, new byte[0])).toList());
    assertThat(natural(wrapped.hints(), prefix)).isEqualTo(natural(expected.hints(), new byte[0]));
    assertThat(wrapped.cellsRead()).isEqualTo(expected.cellsRead());
  }

  /** The cells' texts, after a look at the prefix that each has to carry. */
  private static List<String> natural(List<KeyValue> cells, byte[] prefix) {
    List<String> texts = new ArrayList<>();
    for (KeyValue cell : cells) {
      byte[] row = CellUtil.cloneRow(cell);
      assertThat(Arrays.copyOf(row, prefix.length)).isEqualTo(prefix);
      KeyValue natural =
          new KeyValue(
              Arrays.copyOfRange(row, prefix.length, row.length),
              CellUtil.cloneFamily(cell),
              CellUtil.cloneQualifier(cell),
              cell.getTimestamp(),
              KeyValue.Type.codeToType(cell.getTypeByte()),
              CellUtil.cloneValue(cell));
      texts.add(CellUtil.toString(natural, true));
    }
    return texts;
  }

  @Test
  void noStockFilterIsLeftOut() throws Exception {
    String folder = "org/apache/hadoop/hbase/filter/";
    File jar = new File(Filter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> tried =
        StockFilterSamples.all().stream()
            .map(f -> f.getClass().getName())
            .collect(Collectors.toSet());
    List<String> left = new ArrayList<>();
    try (JarFile entries = new JarFile(jar)) {
      for (String name : entries.stream().map(e -> e.getName()).toList()) {
        if (name.startsWith(folder) && name.endsWith(".class") && !name.contains("$")) {
          Class<?> type = Class.forName(name.replace('/', '.').replace(".class", ""));
          boolean concrete = !Modifier.isAbstract(type.getModifiers());
          if (Filter.class.isAssignableFrom(type) && concrete && !tried.contains(type.getName())) {
            left.add(type.getSimpleName());
          }
        }
      }
    }
    assertThat(StockFilterSamples.all())
        .as("every stock filter has a row in the table")
        .allMatch(f -> StockFilters.treatment(f) != StockFilters.Treatment.UNKNOWN);
    assertThat(left)
        .as("FilterList holds these two inside")
        .containsExactlyInAnyOrder("FilterListWithAND", "FilterListWithOR");
  }

  @Test
  void someSampleGivesHintsAndSomeEachKindOfAnswer() throws IOException {
    int hinting = 0;
    for (int index = 0; index < StockFilterSamples.all().size(); index++) {
      hinting += FilterHarness.over(NATURAL).run(sample(index)).hints().isEmpty() ? 0 : 1;
    }
    assertThat(hinting).isGreaterThan(8);
  }

  @Test
  void viewRefusesToBeSentAndSaysWhatToSend() {
    NaturalViewFilter filter = new NaturalViewFilter(new PageFilter(3), 1);
    assertThatThrownBy(filter::toByteArray)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContainingAll("NaturalViewFilter(1, PageFilter 3)", "send the filter inside it");
    assertThatThrownBy(() -> ProtobufUtil.toScan(new Scan().setFilter(filter)))
        .isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void rowShorterThanThePrefixIsAnErrorThatNamesIt() {
    NaturalViewFilter filter = new NaturalViewFilter(new PageFilter(3), 2);
    KeyValue stray = new KeyValue(new byte[] {7}, b("f"), b("a"), 1, b(""));
    assertThatThrownBy(() -> filter.filterCell(stray))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContainingAll("row 07 of", "prefix of 2 bytes");
  }

  @Test
  void badArgumentsAreRefused() {
    assertThatThrownBy(() -> new NaturalViewFilter(null, 1)).hasMessageContaining("missing");
    assertThatThrownBy(() -> new NaturalViewFilter(new PageFilter(1), -1))
        .hasMessageContaining("-1 is negative");
  }

  @Test
  void cellThatTheFilterMakesItselfComesBackUnderTheStoredRow() throws IOException {
    KeyValue stored = new KeyValue(b("#row"), b("f"), b("a"), 5, b("v"));
    Filter making =
        new FilterBase() {
          @Override
          public ReturnCode filterCell(Cell cell) {
            return ReturnCode.INCLUDE;
          }

          @Override
          public void filterRowCells(List<org.apache.hadoop.hbase.Cell> cells) {
            cells.add(0, new KeyValue(b("row"), b("f"), b("0"), 5, b("made")));
          }
        };
    List<org.apache.hadoop.hbase.Cell> cells = new ArrayList<>(List.of(stored));
    new NaturalViewFilter(making, 1).filterRowCells(cells);
    assertThat(cells.get(0).toString()).startsWith("#row/f:0/5/Put");
    assertThat(cells.get(1)).isSameAs(stored);
  }

  @Test
  void listAnswersForItsMembersThroughTheView() throws IOException {
    FilterList list = new FilterList(new PageFilter(3));
    NaturalViewFilter filter = new NaturalViewFilter(list, 1);
    filter.setReversed(true);
    assertThat(list.isReversed()).isTrue();
    assertThat(filter.isReversed()).isTrue();
    assertThat(filter.hasFilterRow()).isTrue();
    assertThat(filter.isFamilyEssential(b("f"))).isTrue();
    assertThat(filter.userFilter()).isSameAs(list);
  }

  @Test
  void filterThatBreaksDownIsRefusedForGood() {
    Filter breaking =
        new FilterBase() {
          @Override
          public ReturnCode filterCell(Cell cell) {
            throw new ArrayIndexOutOfBoundsException(8);
          }
        };
    assertThatThrownBy(
            () -> new NaturalViewFilter(breaking, 1).filterCell(cells(new byte[] {3}).get(0)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(breaking.getClass().getName())
        .hasRootCauseInstanceOf(ArrayIndexOutOfBoundsException.class);
  }

  @Test
  void filterWithoutAnAnswerIsRefusedForGood() {
    Filter silent =
        new FilterBase() {
          @Override
          public ReturnCode filterCell(Cell cell) {
            return null;
          }
        };
    assertThatThrownBy(
            () -> new NaturalViewFilter(silent, 1).filterCell(cells(new byte[] {3}).get(0)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(
            "returned null from filterCell: a filter must return a ReturnCode for each cell");
  }

  /** HBase shows the members of a list that may give hints the cells that others have hidden. */
  @Test
  void listsHideFromItTheCellsThatAFilterAheadOfItSkips() {
    assertThat(HintingFilter.class.isAssignableFrom(NaturalViewFilter.class)).isFalse();
  }
}
