package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.CellForm;
import io.halite.filters.harness.FilterHarness;
import io.halite.filters.harness.FilterHarness.FilterSource;
import io.halite.filters.harness.FilterRun;
import io.halite.filters.natural.NaturalViewFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random queries, row sets and ways of reading, each against the plain predicate: 32,000 of
 * conditions joined by and, and 4,000 each of conditions joined in any way, of up to 64 branches,
 * on segments of fixed place and on segments behind delimiters. {@code
 * -Dhalite.filter.cases=100000} makes so many of each of the three, and {@code
 * -Dhalite.filter.seed=…} other ones.
 */
class SegmentFilterBruteForceTest {
  private static final int SEEDS = 8;
  private static final int CASES = Integer.getInteger("halite.filter.cases", 32_000) / SEEDS;
  private static final int SEEDS_OF_NESTED = 4;
  private static final int NESTED =
      Integer.getInteger("halite.filter.cases", 4_000) / SEEDS_OF_NESTED;
  private static final long FIRST_SEED = Long.getLong("halite.filter.seed", 0);
  private static final byte[] F = {'f'};
  private static final byte[] A = {'a'};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void filterPassesExactlyTheRowsThatMatch(long seed) throws IOException {
    check(seed, CASES, random -> Case.of(random, RandomQuery.of(random)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aFilterOfAndOrAndNotPassesExactlyTheRowsThatMatch(long seed) throws IOException {
    Set<Integer> branches = new HashSet<>();
    check(
        FIRST_SEED + seed,
        NESTED,
        random -> {
          RandomQuery query = RandomQuery.nested(random);
          branches.add(Branches.of(SegmentQuery.parse(query.text).formula()).size());
          return Case.of(random, query);
        });
    assertThat(branches)
        .contains(1, 2, 3)
        .anyMatch(count -> count > 60)
        .anyMatch(count -> count > 16 && count < 40)
        .allMatch(count -> count <= 64);
  }

  /** Its bit is the sign of a long. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRowThatOnlyTheLastOf64BranchesAdmitsPasses(boolean reversed) throws IOException {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      parts.add("@0:1 = 0x%02X and @2:1 = 0x%02X".formatted(i, 2 * i));
    }
    String query = String.join(" or ", parts);
    List<Branch<RangeSet>> branches = Branches.of(SegmentQuery.parse(query).formula());
    assertThat(branches).hasSize(64);
    byte last = branches.get(63).sets().get(0).ranges().get(0).low()[0];
    TreeSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    for (int i = 0; i < 64; i++) {
      rows.add(new byte[] {(byte) i, 0, (byte) (i == last ? 2 * i : 2 * i + 1)});
    }
    // So that a row of another branch comes first in either direction, or one of none.
    rows.add(new byte[] {64, 0, 0});
    FilterHarness harness = FilterHarness.over(cells(rows, 0));
    SegmentFilter filter = SegmentFilter.where(query).alwaysSeeking();
    FilterRun run = (reversed ? harness.reversed() : harness).run(filter);
    assertThat(natural(run, 0))
        .containsExactly(Arrays.toString(new byte[] {last, 0, (byte) (2 * last)}));
    assertThat(run.hints()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aFilterOnSegmentsBehindDelimitersPassesExactlyTheRowsThatMatch(long seed)
      throws IOException {
    check(FIRST_SEED + seed, NESTED, random -> Case.of(RandomPath.of(random)));
  }

  /** A query, by words over a layout or without one, and rows to ask it of. */
  private record Case(
      String text,
      Supplier<SegmentFilter> filter,
      Predicate<byte[]> matches,
      Supplier<TreeSet<byte[]>> rows) {
    static Case of(Random random, RandomQuery query) {
      return new Case(
          query.text,
          () -> SegmentFilter.where(query.text),
          query.matches,
          () -> SegmentFilterBruteForceTest.rows(random, query.width));
    }

    static Case of(RandomPath path) {
      return new Case(path.text + " over " + path.layout, path::filter, path.matches, path::rows);
    }
  }

  private static void check(long seed, int cases, Function<Random, Case> queries)
      throws IOException {
    Random random = new Random(seed);
    int passed = 0;
    int hints = 0;
    for (int i = 0; i < cases; i++) {
      Case query = queries.apply(random);
      int prefixWidth = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
      TreeSet<byte[]> rows = query.rows.get();
      Wrapping wrapping = Wrapping.values()[random.nextInt(Wrapping.values().length)];
      byte[] bound = RandomQuery.bytes(random, 1 + random.nextInt(3));
      boolean always = random.nextBoolean();
      boolean reversed = random.nextBoolean();
      FilterSource source =
          () -> {
            SegmentFilter filter = query.filter.get();
            Filter sent = sent(wrapping.around(always ? filter.alwaysSeeking() : filter, bound));
            return prefixWidth == 0 ? sent : new NaturalViewFilter(sent, prefixWidth);
          };
      FilterHarness harness =
          FilterHarness.over(cells(rows, prefixWidth))
              .form(CellForm.values()[random.nextInt(CellForm.values().length)])
              .versions(2, 1 + random.nextInt(2))
              .limit(random.nextInt(3) == 0 ? 1 : Integer.MAX_VALUE);
      harness = reversed ? harness.reversed() : harness;
      harness = random.nextBoolean() ? harness.before(2) : harness;
      harness = random.nextBoolean() ? harness.newer() : harness;
      FilterRun run =
          random.nextInt(4) == 0 ? harness.runReopened(source) : harness.run(source.make());
      List<String> expected = new ArrayList<>();
      Predicate<byte[]> passes = wrapping.predicate(query.matches, bound);
      for (byte[] row : reversed ? rows.descendingSet() : rows) {
        if (passes.test(row)) {
          expected.add(Arrays.toString(row));
        }
      }
      assertThat(natural(run, prefixWidth))
          .as("case %d of seed %d: %s, %s", i, seed, query.text, wrapping)
          .isEqualTo(expected);
      passed += expected.size();
      hints += run.hints().size();
    }
    assertThat(passed).isGreaterThan(cases / 2);
    assertThat(hints).isGreaterThan(cases / 2);
  }

  private static Filter sent(Filter filter) throws IOException {
    return ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter));
  }

  /** Rows from one byte to one more than the segments take, many of them alike in front. */
  private static TreeSet<byte[]> rows(Random random, int width) {
    TreeSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    byte[] last = {0};
    int count = 1 + random.nextInt(24);
    for (int i = 0; i < count; i++) {
      byte[] row = RandomQuery.bytes(random, Math.max(1, width - 1 + random.nextInt(4)));
      int shared = random.nextInt(Math.min(last.length, row.length) + 1);
      System.arraycopy(last, 0, row, 0, shared);
      rows.add(row);
      last = row;
    }
    return rows;
  }

  /** Two families, two versions; the value of f:a is the row's last byte. */
  private static List<KeyValue> cells(TreeSet<byte[]> rows, int prefixWidth) {
    List<KeyValue> cells = new ArrayList<>();
    for (byte[] row : rows) {
      byte[] stored = new byte[prefixWidth + row.length];
      Arrays.fill(stored, 0, prefixWidth, (byte) 0xFF);
      System.arraycopy(row, 0, stored, prefixWidth, row.length);
      byte[] value = {row[row.length - 1]};
      cells.add(new KeyValue(stored, F, A, 2, value));
      cells.add(new KeyValue(stored, F, A, 1, value));
      cells.add(new KeyValue(stored, new byte[] {'g'}, new byte[] {'b'}, 1, value));
    }
    return cells;
  }

  private static List<String> natural(FilterRun run, int prefixWidth) {
    List<String> rows = new ArrayList<>();
    for (List<KeyValue> cells : run.rows()) {
      byte[] row = CellUtil.cloneRow(cells.get(0));
      rows.add(Arrays.toString(Arrays.copyOfRange(row, prefixWidth, row.length)));
    }
    return rows;
  }

  /** What stands around the filter, and what that makes of its rows. */
  private enum Wrapping {
    BARE,
    SKIP,
    AND_ROW,
    ROW_AND,
    AND_COLUMN,
    OR_ROW,
    OR_COLUMN;

    Filter around(SegmentFilter filter, byte[] bound) {
      RowFilter row = new RowFilter(CompareOperator.LESS, new BinaryComparator(bound));
      SingleColumnValueFilter column =
          new SingleColumnValueFilter(F, A, CompareOperator.LESS, new byte[] {bound[0]});
      column.setFilterIfMissing(true);
      return switch (this) {
        case BARE -> filter;
        case SKIP -> new SkipFilter(filter);
        case AND_ROW -> new FilterList(FilterList.Operator.MUST_PASS_ALL, filter, row);
        case ROW_AND -> new FilterList(FilterList.Operator.MUST_PASS_ALL, row, filter);
        case AND_COLUMN -> new FilterList(FilterList.Operator.MUST_PASS_ALL, column, filter);
        case OR_ROW -> new FilterList(FilterList.Operator.MUST_PASS_ONE, filter, row);
        case OR_COLUMN -> new FilterList(FilterList.Operator.MUST_PASS_ONE, filter, column);
      };
    }

    Predicate<byte[]> predicate(Predicate<byte[]> matches, byte[] bound) {
      Predicate<byte[]> row = key -> Arrays.compareUnsigned(key, bound) < 0;
      Predicate<byte[]> column = key -> Byte.compareUnsigned(key[key.length - 1], bound[0]) < 0;
      return switch (this) {
        case BARE, SKIP -> matches;
        case AND_ROW, ROW_AND -> matches.and(row);
        case AND_COLUMN -> matches.and(column);
        case OR_ROW -> matches.or(row);
        case OR_COLUMN -> matches.or(column);
      };
    }
  }
}
