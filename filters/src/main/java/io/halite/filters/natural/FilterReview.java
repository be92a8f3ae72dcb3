package io.halite.filters.natural;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/** One walk over a filter tree that collects reasons against it and the pages in it. */
final class FilterReview {
  private static final int MOST_REASONS = 10;

  private final KeyOrder order;
  private final Set<String> rowLocal;
  private final List<String> reasons = new ArrayList<>();
  private final List<String> path = new ArrayList<>();
  private long smallestPage = Long.MAX_VALUE;
  private boolean paged;

  FilterReview(KeyOrder order, Set<String> rowLocal) {
    this.order = order;
    this.rowLocal = rowLocal;
  }

  List<String> reasons() {
    return reasons;
  }

  OptionalLong pageLimit() {
    return reasons.isEmpty() && paged ? OptionalLong.of(smallestPage) : OptionalLong.empty();
  }

  void visit(Filter filter) {
    visit(filter, true);
  }

  /**
   * @param inSequence whether only AND lists lie above: there a row reaches a page filter exactly
   *     when every filter before it let the row pass
   */
  private void visit(Filter filter, boolean inSequence) {
    boolean leaf = !(filter instanceof FilterList);
    if (paged && inSequence && (leaf || isOr(filter)) && StockFilters.dropsLate(filter)) {
      refuse(
          filter.getClass().getSimpleName()
              + " drops rows after the PageFilter ahead of it has counted them: the count cannot be"
              + " repeated over merged buckets; put the PageFilter last");
      return;
    }
    if (filter instanceof FilterList list) {
      visitList(list, inSequence);
    } else if (filter instanceof PageFilter page) {
      visitPage(page, inSequence);
    } else if (filter instanceof WhileMatchFilter whileMatch) {
      visitWhileMatch(whileMatch);
    } else if (filter instanceof SkipFilter skip) {
      nested("SkipFilter", skip.getFilter(), false);
    } else if (filter instanceof ColumnCountGetFilter) {
      refuse(
          "ColumnCountGetFilter ends a scan at the first row with too many columns, and which row"
              + " is first depends on the bucket: it is made for gets; use ColumnPaginationFilter");
    } else if (ForeignFilters.contains(filter)) {
      refuse(ForeignFilters.reason(filter));
    } else if (!StockFilters.isRowLocal(filter)
        && !rowLocal.contains(filter.getClass().getName())) {
      refuse(
          "'"
              + filter.getClass().getName()
              + "' is not known to judge each row by that row alone: only HBase's own filters, "
              + "Halite's, and those that the table declares run in every bucket");
    }
  }

  private static boolean isOr(Filter filter) {
    return filter instanceof FilterList list
        && list.getOperator() == FilterList.Operator.MUST_PASS_ONE;
  }

  private void visitList(FilterList list, boolean inSequence) {
    boolean and = !isOr(list);
    List<Filter> members = list.getFilters();
    for (int i = 0; i < members.size(); i++) {
      nested((and ? "AND[" : "OR[") + i + "]", members.get(i), inSequence && and);
    }
  }

  private void visitPage(PageFilter page, boolean inSequence) {
    if (!inSequence) {
      refuse(
          "PageFilter counts rows that other filters may have passed without it: its count cannot"
              + " be repeated over merged buckets; put it last in the outermost AND list");
      return;
    }
    paged = true;
    smallestPage = Math.min(smallestPage, page.getPageSize());
  }

  private void visitWhileMatch(WhileMatchFilter whileMatch) {
    if (!order.isMonotone(whileMatch.getFilter())) {
      refuse(
          "WhileMatchFilter ends the scan at the first row that "
              + whileMatch.getFilter().getClass().getSimpleName()
              + " rejects, and which row is first depends on the bucket: only filters that reject"
              + " every row behind a key may be inside it");
    }
  }

  private void nested(String step, Filter filter, boolean inSequence) {
    path.add(step);
    visit(filter, inSequence);
    path.remove(path.size() - 1);
  }

  private void refuse(String reason) {
    if (reasons.size() == MOST_REASONS) {
      // A tree of a few bytes for each filter would make a message of a few hundred for each.
      return;
    }
    reasons.add((path.isEmpty() ? "" : String.join(" ", path) + ": ") + reason);
  }
}
