package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
  private static final List<String> ROWS = List.of("A1", "B1", "B2", "C1", "C2", "D1");

  /** A filter of a column that no row has. */
  private static SingleColumnValueFilter missing(boolean drops) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, Bytes.toBytes("none"), CompareOperator.EQUAL, Q);
    filter.setFilterIfMissing(drops);
    return filter;
  }

  /** The rows that a region keeps, whose scanner calls a filter in this order. */
  private static List<String> kept(Filter filter) throws Exception {
    List<String> kept = new ArrayList<>();
    for (String row : ROWS) {
      KeyValue cell = new KeyValue(Bytes.toBytes(row), F, Q, 1, Q);
      filter.reset();
      boolean drops =
          filter.filterAllRemaining()
              || filter.filterRowKey(cell)
              || filter.filterCell(cell) == Filter.ReturnCode.NEXT_ROW
              || filter.filterRow();
      if (!drops) {
        kept.add(row);
      }
    }
    return kept;
  }

  @Test
  void rowsBehindItsMatchesAreDropped() throws Exception {
    assertThat(
            kept(
                new FilterList(
                    Operator.MUST_PASS_ONE,
                    missing(true),
                    SegmentFilter.where("@0:1 = B").alwaysSeeking())))
        .containsExactly("B1", "B2");
  }

  @Test
  void soTheyAreWhereItStandsInAnAndList() throws Exception {
    assertThat(
            kept(
                new FilterList(
                    Operator.MUST_PASS_ONE,
                    missing(true),
                    new FilterList(
                        Operator.MUST_PASS_ALL,
                        SegmentFilter.where("@0:1 = B").alwaysSeeking(),
                        missing(false)))))
        .containsExactly("B1", "B2");
  }
}
