package io.halite.filters.natural;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.jspecify.annotations.Nullable;

/** Filters that other coprocessors put into a request and that hold one server's state. */
final class ForeignFilters {
  // By name: the classes are not public, and none of them can be sent to another server.
  private static final Set<String> NAMES =
      Set.of(
          "org.apache.hadoop.hbase.security.access.AccessControlFilter",
          "org.apache.hadoop.hbase.security.visibility.VisibilityLabelFilter",
          "org.apache.hadoop.hbase.security.visibility.VisibilityController"
              + "$DeleteVersionVisibilityExpressionFilter");

  private ForeignFilters() {}

  static boolean contains(Filter filter) {
    return NAMES.contains(filter.getClass().getName());
  }

  static String reason(Filter filter) {
    return filter.getClass().getSimpleName()
        + " checks rights cell by cell with what only this server knows: it cannot go along to the"
        + " region that owns the rows; grant the user read rights on the table or its families";
  }

  /** The reason of each such filter in the tree. */
  static List<String> reasons(Filter root) {
    List<String> reasons = new ArrayList<>();
    collect(root, reasons);
    return reasons;
  }

  private static void collect(@Nullable Filter filter, List<String> reasons) {
    if (filter == null) {
      return;
    }
    if (contains(filter)) {
      reasons.add(reason(filter));
    } else if (filter instanceof FilterList list) {
      list.getFilters().forEach(member -> collect(member, reasons));
    } else if (filter instanceof SkipFilter skip) {
      collect(skip.getFilter(), reasons);
    } else if (filter instanceof WhileMatchFilter whileMatch) {
      collect(whileMatch.getFilter(), reasons);
    }
  }
}
