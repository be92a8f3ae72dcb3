package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.FilterHarness;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * A segment filter in an OR list, behind its last match: HBase's list passes it no row any more,
 * and asks it all the same whether the row is to be dropped.
 */
class EndedInOrListTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  private static SegmentFilter ofB() {
    return SegmentFilter.where("@0:1 = B").alwaysSeeking();
  }

  /** A filter of a column that no row has. */
  private static SingleColumnValueFilter missing(boolean drops) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, Bytes.toBytes("none"), CompareOperator.EQUAL, Q);
    filter.setFilterIfMissing(drops);
    return filter;
  }

  private static List<String> kept(Filter... oneOf) throws IOException {
    List<KeyValue> cells =
        Stream.of("A1", "B1", "B2", "C1", "C2", "D1")
            .map(row -> new KeyValue(Bytes.toBytes(row), F, Q, 1, Q))
            .toList();
    return FilterHarness.over(cells)
        .run(new FilterList(Operator.MUST_PASS_ONE, oneOf))
        .rows()
        .stream()
        .map(row -> Bytes.toString(CellUtil.cloneRow(row.get(0))))
        .toList();
  }

  @Test
  void rowsBehindItsMatchesAreDropped() throws IOException {
    assertThat(kept(missing(true), ofB())).containsExactly("B1", "B2");
  }

  @Test
  void rowsBehindItsMatchesAreDroppedInAnAndList() throws IOException {
    assertThat(kept(missing(true), new FilterList(Operator.MUST_PASS_ALL, ofB(), missing(false))))
        .containsExactly("B1", "B2");
  }
}
