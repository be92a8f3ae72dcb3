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
 * SkipFilter(ValueFilter)]} the leaves are the RowFilter and the ValueFilter. A subclass of
 * SkipFilter or WhileMatchFilter is a leaf: it may do anything. Stateless.
 */
final class FilterTree {
  private FilterTree() {}

  /** Whether a leaf is such a one. */
  static boolean has(Filter filter, Predicate<Filter> leaf) {
    if (filter instanceof FilterList list) {
      return list.getFilters().stream().anyMatch(member -> has(member, leaf));
    }
    if (filter.getClass() == SkipFilter.class) {
      return has(((SkipFilter) filter).getFilter(), leaf);
    }
    return filter.getClass() == WhileMatchFilter.class
        ? has(((WhileMatchFilter) filter).getFilter(), leaf)
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
    if (filter.getClass() == SkipFilter.class) {
      Filter held = ((SkipFilter) filter).getFilter();
      Filter inner = with(held, leaf);
      return inner == held ? filter : new SkipFilter(inner);
    }
    if (filter.getClass() == WhileMatchFilter.class) {
      Filter held = ((WhileMatchFilter) filter).getFilter();
      Filter inner = with(held, leaf);
      return inner == held ? filter : new WhileMatchFilter(inner);
    }
    return leaf.apply(filter);
  }
}
