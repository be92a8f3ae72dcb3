package io.halite.filters.natural;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * A user's filters: those that hold others, and the leaves. Of {@code AND[RowFilter,
 * SkipFilter(ValueFilter)]} the leaves are the RowFilter and the ValueFilter. Stateless.
 */
final class FilterTree {
  private FilterTree() {}

  /** Whether a leaf is such a one. */
  static boolean has(Filter filter, Predicate<Filter> leaf) {
    if (filter instanceof FilterList list) {
      return list.getFilters().stream().anyMatch(member -> has(member, leaf));
    }
    if (filter instanceof SkipFilter skip) {
      return has(skip.getFilter(), leaf);
    }
    return filter instanceof WhileMatchFilter whileMatch
        ? has(whileMatch.getFilter(), leaf)
        : leaf.test(filter);
  }

  /** The same tree with other leaves; the given one if each leaf stays as it is. */
  static Filter with(Filter filter, UnaryOperator<Filter> leaf) {
    if (filter instanceof FilterList list) {
      List<Filter> members = new ArrayList<>();
      boolean same = true;
      for (Filter member : list.getFilters()) {
        Filter other = with(member, leaf);
        // Lists take members of one direction only, and a new filter goes forward.
        other.setReversed(list.isReversed());
        members.add(other);
        same &= other == member;
      }
      return same ? list : new FilterList(list.getOperator(), members);
    }
    if (filter instanceof SkipFilter skip) {
      Filter inner = with(skip.getFilter(), leaf);
      return inner == skip.getFilter() ? skip : new SkipFilter(inner);
    }
    if (filter instanceof WhileMatchFilter whileMatch) {
      Filter inner = with(whileMatch.getFilter(), leaf);
      return inner == whileMatch.getFilter() ? whileMatch : new WhileMatchFilter(inner);
    }
    return leaf.apply(filter);
  }
}
