package io.halite.filters.natural;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.FilterHarness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A filter that never came back would be cut after a minute, and so would its test. */
@Timeout(60)
class HintlessFuzzyFilterTest {
  private static final byte[] F = Bytes.toBytes("f");

  private static KeyValue cell(byte[] row) {
    return new KeyValue(row, F, F, 1, row);
  }

  private static Filter fuzzy(byte[] key, byte[] mask) {
    return new FuzzyRowFilter(List.of(new Pair<>(key, mask)));
  }

  @Test
  void rowRightAboveThePatternIsPassedBy() throws IOException {
    List<KeyValue> rows =
        List.of(
            cell(new byte[] {5, 7}),
            cell(new byte[] {5, 6}),
            cell(new byte[] {5, 5}),
            cell(new byte[] {5, 4}));
    Filter filter = fuzzy(new byte[] {5, 5}, new byte[] {0, 0});
    assertThat(FilterHarness.over(rows).reversed().run(HintlessFuzzyFilter.of(filter, true)).rows())
        .containsExactly(List.of(cell(new byte[] {5, 5})));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void findsBackwardsWhatHBaseFindsForwards(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      List<KeyValue> rows = rows(random);
      List<Pair<byte[], byte[]>> patterns = patterns(random);
      byte[] bound = bytes(random, 3);
      for (Supplier<Filter> tree : trees(patterns, bound)) {
        List<List<KeyValue>> forward =
            new ArrayList<>(FilterHarness.over(rows).run(tree.get()).rows());
        Collections.reverse(forward);
        assertThat(
                FilterHarness.over(rows)
                    .reversed()
                    .run(HintlessFuzzyFilter.of(tree.get(), true))
                    .rows())
            .isEqualTo(forward);
      }
    }
  }

  private static List<Supplier<Filter>> trees(List<Pair<byte[], byte[]>> patterns, byte[] bound) {
    // HBase shifts the bytes of a mask in their place.
    Supplier<Filter> fuzzy =
        () ->
            new FuzzyRowFilter(
                patterns.stream()
                    .map(each -> new Pair<>(each.getFirst().clone(), each.getSecond().clone()))
                    .toList());
    Supplier<Filter> row =
        () -> new RowFilter(CompareOperator.GREATER, new BinaryComparator(bound));
    return List.of(
        fuzzy,
        () -> new SkipFilter(fuzzy.get()),
        () -> new FilterList(Operator.MUST_PASS_ALL, fuzzy.get(), row.get()),
        () -> new FilterList(Operator.MUST_PASS_ONE, row.get(), fuzzy.get()));
  }

  private static List<KeyValue> rows(Random random) {
    return IntStream.range(0, 30)
        .mapToObj(i -> bytes(random, 3))
        .map(Bytes::toStringBinary)
        .distinct()
        .map(row -> cell(Bytes.toBytesBinary(row)))
        .toList();
  }

  private static List<Pair<byte[], byte[]>> patterns(Random random) {
    List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      byte[] key = bytes(random, 3);
      byte[] mask = new byte[3];
      for (int at = 0; at < 3; at++) {
        mask[at] = (byte) random.nextInt(2);
        key[at] = mask[at] == 1 ? 0 : key[at];
      }
      patterns.add(new Pair<>(key, mask));
    }
    return patterns;
  }

  /** Few different bytes, among them the smallest and the largest. */
  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = new byte[] {0, 1, 5, 6, (byte) 0xFE, (byte) 0xFF}[random.nextInt(6)];
    }
    return bytes;
  }

  @Test
  void treeWithoutSuchAFilterStaysAsItIs() throws IOException {
    Filter row = new RowFilter(CompareOperator.EQUAL, new BinaryComparator(F));
    Filter list = new FilterList(row, new SkipFilter(row));
    assertThat(HintlessFuzzyFilter.of(row, true)).isSameAs(row);
    assertThat(HintlessFuzzyFilter.of(list, true)).isSameAs(list);
  }

  @Test
  void forwardsAnyFilterStaysAsItIs() throws IOException {
    Filter filter = fuzzy(new byte[] {5}, new byte[] {0});
    assertThat(HintlessFuzzyFilter.of(filter, false)).isSameAs(filter);
  }

  /** As HBase's own {@code TestFuzzyRowFilterEndToEnd} asks, of a bucket that lacks some rows. */
  @Test
  void aListOfTwoEndsBehindThePatternsOfTheSecond() throws IOException {
    List<KeyValue> rows =
        List.of(
            cell(new byte[] {2, 2, 0}),
            cell(new byte[] {2, 2, 1}),
            cell(new byte[] {2, 3, 2}),
            cell(new byte[] {2, 4, 2}));
    Filter list =
        new FilterList(
            fuzzy(new byte[] {2, 0, 1}, new byte[] {0, 1, 0}),
            fuzzy(new byte[] {2, 2, 0}, new byte[] {0, 0, 1}));
    assertThat(FilterHarness.over(rows).run(HintlessFuzzyFilter.of(list, false)).rows())
        .containsExactly(List.of(cell(new byte[] {2, 2, 1})));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void listsFindForwardsWhatTheirMembersFind(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 80; i++) {
      List<KeyValue> rows = rows(random);
      List<Supplier<Filter>> one = trees(patterns(random), bytes(random, 3));
      List<Supplier<Filter>> two = trees(patterns(random), bytes(random, 3));
      Supplier<Filter> left = one.get(random.nextInt(one.size()));
      Supplier<Filter> right = two.get(random.nextInt(two.size()));
      List<List<KeyValue>> both = new ArrayList<>(FilterHarness.over(rows).run(left.get()).rows());
      both.retainAll(FilterHarness.over(rows).run(right.get()).rows());
      Filter list = new FilterList(left.get(), right.get());
      assertThat(FilterHarness.over(rows).run(HintlessFuzzyFilter.of(list, false)).rows())
          .isEqualTo(both);
    }
  }
}
