package io.halite.filters.natural;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.jspecify.annotations.Nullable;

/**
 * A FuzzyRowFilter that gives no hints, for reversed scans.
 *
 * <p>The filter of HBase 2.6 computes hints for reversed scans that need not lie before the row. At
 * row {@code 05 06} and for the pattern {@code 05 05}, it takes {@code 05 06} as the next row that
 * can match and loops without end, on a plain table too. The handler that runs it is lost until its
 * server restarts. Without hints the scan finds the same rows, one after the other. Like every
 * filter, it is not thread-safe.
 */
public final class HintlessFuzzyFilter extends DelegatingFilter {
  private final FuzzyRowFilter fuzzy;

  private HintlessFuzzyFilter(FuzzyRowFilter fuzzy) {
    this.fuzzy = fuzzy;
  }

  @Override
  protected Filter inner() {
    return fuzzy;
  }

  /**
   * Returns the filter that a scan of this direction runs: for a reversed scan the same tree with
   * each FuzzyRowFilter made hintless, for a forward one the same with {@link HintedMember}s.
   *
   * @param filter may be null, which is then returned
   */
  public static Filter of(Filter filter, boolean reversed) throws IOException {
    return reversed ? of(filter) : HintedMember.of(filter);
  }

  private static Filter of(Filter filter) throws IOException {
    if (filter instanceof FuzzyRowFilter fuzzy) {
      return new HintlessFuzzyFilter(fuzzy);
    }
    if (filter instanceof FilterList list) {
      List<Filter> members = new ArrayList<>();
      for (Filter member : list.getFilters()) {
        Filter backward = of(member);
        // Lists take members of one direction only, and a new filter goes forward.
        backward.setReversed(list.isReversed());
        members.add(backward);
      }
      return members.equals(list.getFilters()) ? list : new FilterList(list.getOperator(), members);
    }
    if (filter instanceof SkipFilter skip) {
      Filter inner = of(skip.getFilter());
      return inner == skip.getFilter() ? skip : new SkipFilter(inner);
    }
    if (filter instanceof WhileMatchFilter whileMatch) {
      Filter inner = of(whileMatch.getFilter());
      return inner == whileMatch.getFilter() ? whileMatch : new WhileMatchFilter(inner);
    }
    return filter;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    ReturnCode code = fuzzy.filterCell(cell);
    return code == ReturnCode.SEEK_NEXT_USING_HINT ? ReturnCode.NEXT_ROW : code;
  }

  @Override
  public @Nullable Cell getHintForRejectedRow(Cell firstRowCell) {
    return null;
  }

  @Override
  public @Nullable Cell getSkipHint(Cell skippedCell) {
    return null;
  }
}
