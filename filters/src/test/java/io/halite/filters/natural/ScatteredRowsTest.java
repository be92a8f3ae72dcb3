package io.halite.filters.natural;

import static io.halite.filters.natural.StockFilterSamples.b;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.filters.harness.CellForm;
import io.halite.filters.harness.FilterHarness;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Filters over rows in an order that is not theirs keep the very rows they keep in order. One that
 * never came back would be cut after a minute, and so would its test.
 */
@Timeout(60)
class ScatteredRowsTest {
  private static final List<Salt> SALTS =
      Stream.of("salt=md5(*)[28:32]", "salt=reverse(row)", "key=a:2 b:*,salt=reverse(a)")
          .map(spec -> SaltingSpec.parse(spec).salt())
          .toList();
  private static final KeyRange RANGE = KeyRange.of(b("aab"), b("dc"));
  private static final List<KeyValue> NATURAL = cells();

  /** Rows of 3 to 5 letters: of shorter ones fuzzy filters find what they happen to meet. */
  private static List<KeyValue> cells() {
    Random random = new Random(815);
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      byte[] row = new byte[3 + random.nextInt(3)];
      for (int at = 0; at < row.length; at++) {
        row[at] = (byte) ('a' + random.nextInt(4));
      }
      for (int column = 0; column < 1 + random.nextInt(8); column++) {
        byte[] family = b(random.nextInt(3) == 0 ? "g" : "f");
        byte[] qualifier = b("" + (char) ('a' + random.nextInt(5)));
        cells.add(new KeyValue(row, family, qualifier, i, b("" + random.nextInt(5))));
      }
    }
    return cells.stream()
        .collect(Collectors.toMap(CellUtil::getCellKeyAsString, c -> c, (one, other) -> one))
        .values()
        .stream()
        .toList();
  }

  private static List<KeyValue> stored(Salt salt) {
    return NATURAL.stream()
        .map(cell -> underRow(salt.salt(CellUtil.cloneRow(cell)), cell))
        .toList();
  }

  private static KeyValue underRow(byte[] row, KeyValue cell) {
    return new KeyValue(
        row,
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        KeyValue.Type.codeToType(cell.getTypeByte()),
        CellUtil.cloneValue(cell));
  }

  /** The samples that a merge of buckets admits; of the others no order of rows is right. */
  static Stream<Integer> samples() {
    return IntStream.range(0, StockFilterSamples.all().size())
        .filter(i -> admission(sample(i), false).admitted())
        .boxed();
  }

  private static FilterAdmission admission(Filter filter, boolean reversed) {
    byte[] start = reversed ? RANGE.stop() : RANGE.start();
    Scan scan = new Scan().setReversed(reversed).withStartRow(start).setFilter(filter);
    return FilterAdmission.ofScan(scan, Set.of());
  }

  private static Filter sample(int index) {
    return StockFilterSamples.all().get(index);
  }

  private static Filter sent(Filter filter) throws IOException {
    return ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void stockFilterKeepsTheRowsThatItKeepsInOrder(int index) throws IOException {
    boolean alsoReversed = admission(sample(index), true).admitted();
    for (boolean reversed : alsoReversed ? List.of(false, true) : List.of(false)) {
      List<List<String>> expected = inOrder(() -> sample(index), reversed);
      for (Salt salt : SALTS) {
        for (CellForm form : CellForm.values()) {
          assertThat(scattered(sample(index), salt, reversed, form))
              .as("%s, %s", StockFilterSamples.text(sample(index)), salt)
              .isEqualTo(expected);
          assertThat(pinned(sample(index), salt, reversed, form))
              .as("%s, %s, one place", StockFilterSamples.text(sample(index)), salt)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void segmentFiltersAndRowsOutOfTheRangeAreJudgedRowByRow() throws IOException {
    KeyLayout layout = KeyLayout.parse("x:1 y:1 z:1");
    Filter alone = SegmentFilter.where(layout, "x in (a, c) and y = b");
    Filter inList = new FilterList(sample(0), alone);
    for (Filter filter : List.of(alone, inList, new FilterList(alone, alone))) {
      for (boolean reversed : List.of(false, true)) {
        List<List<String>> expected = inOrder(() -> filter, reversed);
        for (Salt salt : SALTS) {
          assertThat(scattered(filter, salt, reversed, CellForm.HEAP)).isEqualTo(expected);
        }
      }
    }
    assertThat(inOrder(() -> alone, false)).isNotEmpty();
  }

  @Test
  void withoutAUsersFilterTheRangeIsKept() throws IOException {
    for (Salt salt : SALTS) {
      assertThat(scattered(null, salt, false, CellForm.OFF_HEAP)).isEqualTo(inOrder(null, false));
    }
  }

  @Test
  void rowWithoutItsRightSaltIsAnErrorEvenWhereItIsOutOfTheRange() throws IOException {
    Salt salt = SaltingSpec.parse("salt=md5(*)[0:4]").salt();
    List<KeyValue> raw = List.of(underRow(b("ffffzzz"), NATURAL.get(0)));
    NaturalViewFilter filter = NaturalViewFilter.ofScattered(null, salt, RANGE, false);
    assertThatThrownBy(() -> FilterHarness.over(raw).run(filter))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("begins with salt 'ffff'");
  }

  @Test
  void keyWithoutCellsAtWhichHbaseStopsIsNotTakenForARow() throws IOException {
    Salt salt = SaltingSpec.parse("key=a:2 b:2,salt=random-suffix % 10").salt();
    NaturalViewFilter filter = NaturalViewFilter.ofScattered(null, salt, RANGE, false);
    KeyValue start = KeyValueUtil.createFirstOnRow(b("ab"));
    filter.reset();
    assertThat(filter.filterRowKey(start)).as("its cells are to be looked at").isFalse();
    assertThatThrownBy(() -> filter.filterCell(start))
        .as("if it has any")
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("5 expected");
  }

  private interface Source {
    Filter make();
  }

  /** What the filter keeps of the range in natural order. */
  private static List<List<String>> inOrder(Source source, boolean reversed) throws IOException {
    List<KeyValue> inRange =
        NATURAL.stream().filter(cell -> RANGE.contains(CellUtil.cloneRow(cell))).toList();
    FilterHarness harness = FilterHarness.over(inRange);
    harness = reversed ? harness.reversed() : harness;
    Filter filter = source == null ? sample(everything()) : sent(source.make());
    // Over some rows the bare FuzzyRowFilter 2.6.4 never returns from a reversed getNextCellHint.
    return texts(harness.run(HintlessFuzzyFilter.of(filter, reversed)).rows());
  }

  private static int everything() {
    return IntStream.range(0, StockFilterSamples.all().size())
        .filter(i -> sample(i).toString().startsWith("RandomRowFilter"))
        .skip(1)
        .findFirst()
        .orElseThrow();
  }

  /** A pass over the stored rows, which goes forward for any scan. */
  private static List<List<String>> scattered(
      Filter filter, Salt salt, boolean reversed, CellForm form) throws IOException {
    return scattered(FilterHarness.over(stored(salt)).form(form), filter, salt, reversed);
  }

  /** A scan of one place, which goes where the scan goes. */
  private static List<List<String>> pinned(
      Filter filter, Salt salt, boolean reversed, CellForm form) throws IOException {
    FilterHarness harness = FilterHarness.over(stored(salt)).form(form);
    return scattered(reversed ? harness.reversed() : harness, filter, salt, reversed);
  }

  private static List<List<String>> scattered(
      FilterHarness harness, Filter filter, Salt salt, boolean reversed) throws IOException {
    Filter view =
        NaturalViewFilter.ofScattered(filter == null ? null : sent(filter), salt, RANGE, reversed);
    List<List<KeyValue>> rows = new ArrayList<>();
    for (List<KeyValue> row : harness.run(view).rows()) {
      rows.add(
          row.stream().map(cell -> underRow(salt.unsalt(CellUtil.cloneRow(cell)), cell)).toList());
    }
    Comparator<List<KeyValue>> byRow =
        Comparator.comparing(row -> row.get(0), CellComparator.getInstance()::compareRows);
    rows.sort(reversed ? byRow.reversed() : byRow);
    long page = admission(filter, reversed).pageLimit().orElse(Long.MAX_VALUE);
    return texts(rows.subList(0, (int) Math.min(page, rows.size())));
  }

  private static List<List<String>> texts(List<List<KeyValue>> rows) {
    return rows.stream()
        .map(
            row -> row.stream().map(c -> c + "=" + Bytes.toString(CellUtil.cloneValue(c))).toList())
        .toList();
  }
}
