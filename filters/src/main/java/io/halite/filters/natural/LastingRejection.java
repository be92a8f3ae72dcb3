package io.halite.filters.natural;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * A user's own filter in a list, whose rejection of a row lasts until the row ends.
 *
 * <p>HBase shows no cell of a row to a filter that has rejected it in {@code filterRowKey}. Its
 * lists do, if another member has a hint for that row or, in an OR list, passes it. A member that
 * only looks at row keys then includes the cells: {@code AND[SegmentFilter('@0:1 = B'), ShortRows]}
 * would pass the row {@code B12345}, which ShortRows rejects. HBase's filters and Halite's reject
 * the cells, too. Like every filter, it is not thread-safe.
 */
public sealed class LastingRejection extends DelegatingFilter permits HintingRejection {
  private final Filter member;
  private boolean rejected;

  LastingRejection(Filter member) {
    this.member = member;
  }

  @Override
  protected Filter inner() {
    return member;
  }

  /** The filter that a server runs for one that a scan has. */
  public static Filter of(Filter filter) {
    return isNeeded(filter) ? ofAll(filter) : filter;
  }

  /**
   * Whether one of Halite's filters is in the tree. In others, lists do what they do on a plain
   * table.
   */
  static boolean isNeeded(Filter filter) {
    return FilterTree.has(filter, StockFilters::isHalites);
  }

  /** The same tree, in which no user's own filter includes cells of a row that it has rejected. */
  static Filter ofAll(Filter filter) {
    return FilterTree.with(filter, leaf -> StockFilters.isUnknown(leaf) ? lasting(leaf) : leaf);
  }

  private static LastingRejection lasting(Filter member) {
    return HintedMember.HOST_KNOWS_HINTING
        ? HintingRejection.around(member)
        : new LastingRejection(member);
  }

  @Override
  public void reset() throws IOException {
    rejected = false;
    super.reset();
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    rejected |= super.filterRowKey(firstRowCell);
    return rejected;
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    ReturnCode code = super.filterCell(cell);
    // A seek rejects, too.
    return rejected && code != ReturnCode.SEEK_NEXT_USING_HINT ? ReturnCode.NEXT_ROW : code;
  }

  @Override
  public boolean filterRow() throws IOException {
    return rejected || super.filterRow();
  }
}
