package io.halite.filters.natural;

import static org.apache.hadoop.hbase.filter.FilterList.Operator.MUST_PASS_ONE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FilterEndTest {
  private static byte[] key(String text) {
    return Bytes.toBytes(text);
  }

  private static Filter prefix(String prefix) {
    return new PrefixFilter(key(prefix));
  }

  private static Filter row(CompareOperator operator, String key) {
    return new RowFilter(operator, new BinaryComparator(key(key)));
  }

  private static Optional<String> end(Filter filter) {
    return FilterEnd.of(new Scan().setFilter(filter)).map(Bytes::toStringBinary);
  }

  /** Filters, the last row that each passes, and the first key at which it ends the scan. */
  static Stream<Map.Entry<Filter, String>> ending() {
    Filter value = new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(key("v")));
    return Stream.of(
        Map.entry(prefix("ab"), "abz ac"),
        Map.entry(new InclusiveStopFilter(key("ab")), "ab ab\\x00"),
        Map.entry(new WhileMatchFilter(row(CompareOperator.LESS, "b")), "az b"),
        Map.entry(new WhileMatchFilter(row(CompareOperator.LESS_OR_EQUAL, "b")), "b b\\x00"),
        Map.entry(new WhileMatchFilter(prefix("a")), "az b"),
        Map.entry(new FilterList(prefix("a"), value, new InclusiveStopFilter(key("b"))), "az b"),
        Map.entry(
            new WhileMatchFilter(
                new FilterList(
                    row(CompareOperator.LESS, "c"), row(CompareOperator.LESS_OR_EQUAL, "b"))),
            "b b\\x00"));
  }

  @ParameterizedTest
  @MethodSource("ending")
  void aFilterEndsTheScanAtItsEndAndBehindItWhateverItHasSeen(Map.Entry<Filter, String> ending)
      throws Exception {
    String[] keys = ending.getValue().split(" ");
    assertThat(end(ending.getKey())).hasValue(keys[1]);
    assertThat(endsAt(ending.getKey(), key(keys[0]))).isFalse();
    for (byte[] behind : new byte[][] {Bytes.toBytesBinary(keys[1]), key("bb"), key("zz")}) {
      assertThat(endsAt(ending.getKey(), behind)).isTrue();
    }
  }

  /** Whether a new filter rejects the row and ends the scan there. */
  private static boolean endsAt(Filter filter, byte[] row) throws Exception {
    Filter fresh = ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter));
    return fresh.filterRowKey(KeyValueUtil.createFirstOnRow(row)) && fresh.filterAllRemaining();
  }

  @Test
  void noEndIsKnownOfOtherFilters() {
    for (Filter filter :
        new Filter[] {
          prefix(""),
          row(CompareOperator.LESS, "b"),
          new WhileMatchFilter(row(CompareOperator.GREATER, "b")),
          new WhileMatchFilter(new RowFilter(CompareOperator.LESS, new SubstringComparator("b"))),
          new WhileMatchFilter(new RowFilter(CompareOperator.NO_OP, null)),
          new WhileMatchFilter(new PageFilter(1)),
          new FilterList(MUST_PASS_ONE, prefix("a"), row(CompareOperator.EQUAL, "b")),
          new SkipFilter(prefix("a"))
        }) {
      assertThat(end(filter)).as("%s", filter).isEmpty();
    }
    assertThat(FilterEnd.of(new Scan())).isEmpty();
    assertThat(FilterEnd.of(new Scan().setFilter(prefix("a")).setReversed(true))).isEmpty();
  }
}
