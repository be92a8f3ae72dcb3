package io.halite.filters.natural;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * One walk over a filter tree, which collects the reasons to refuse it and its smallest page. What
 * is done with each class is in {@link StockFilters}. Not thread-safe.
 */
final class FilterReview {
  private static final int MOST_REASONS = 10;

  private final MonotoneFilters monotone;
  private final Set<String> rowLocal;
  private final List<String> reasons = new ArrayList<>();
  private final List<String> path = new ArrayList<>();
  private long smallestPage = Long.MAX_VALUE;
  private boolean paged;

  FilterReview(MonotoneFilters monotone, Set<String> rowLocal) {
    this.monotone = monotone;
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
    switch (StockFilters.treatment(filter)) {
      case LIST -> visitList((FilterList) filter, inSequence);
      case PAGE -> visitPage((PageFilter) filter, inSequence);
      case WHILE_MATCH -> visitWhileMatch((WhileMatchFilter) filter, inSequence);
      case SKIP -> nested("SkipFilter", ((SkipFilter) filter).getFilter(), false);
      case REFUSED, REFUSED_EVEN_FOR_ONE_ROW -> refuse(StockFilters.reason(filter));
      case UNKNOWN -> visitUnknown(filter.getClass().getName());
      case RUN, RUN_LATE, RUN_FRESH -> {
        // Each bucket runs it as it is.
      }
    }
  }

  private void visitUnknown(String className) {
    if (!rowLocal.contains(className)) {
      refuse(
          "'"
              + className
              + "' is not known to judge each row by that row alone, as HBase's own filters and"
              + " Halite's do; if it does, a user who may alter the table names it there:"
              + " CONFIGURATION => {'"
              + FilterAdmission.ROW_LOCAL_SETTING
              + "' => '<class>'}");
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

  private void visitWhileMatch(WhileMatchFilter whileMatch, boolean inSequence) {
    if (StockFilters.treatment(whileMatch.getFilter()) == StockFilters.Treatment.PAGE) {
      // A full page ends the scan by itself, so it passes the same rows alone.
      nested("WhileMatchFilter", whileMatch.getFilter(), inSequence);
    } else if (!monotone.contains(whileMatch.getFilter())) {
      refuse(
          "WhileMatchFilter ends the scan at the first row that "
              + whileMatch.getFilter().getClass().getSimpleName()
              + " rejects, and which row is first depends on the bucket: only filters that reject"
              + " every row after a key may be inside it");
    }
  }

  /** The reasons to refuse a filter even for one row, of the whole tree; empty for no filter. */
  static List<String> reasonsForOneRow(Optional<Filter> root) {
    List<String> reasons = new ArrayList<>();
    root.ifPresent(filter -> collectForOneRow(filter, reasons));
    return reasons;
  }

  private static void collectForOneRow(Filter filter, List<String> reasons) {
    switch (StockFilters.treatment(filter)) {
      case LIST ->
          ((FilterList) filter).getFilters().forEach(member -> collectForOneRow(member, reasons));
      case SKIP -> collectForOneRow(((SkipFilter) filter).getFilter(), reasons);
      case WHILE_MATCH -> collectForOneRow(((WhileMatchFilter) filter).getFilter(), reasons);
      case REFUSED_EVEN_FOR_ONE_ROW -> reasons.add(StockFilters.reason(filter));
      default -> {
        // It sees the one row that it is meant for.
      }
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
