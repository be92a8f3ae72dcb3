package io.halite.coprocessor.rights;

import java.util.List;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * The filter of a read after the AccessController has seen it, taken apart.
 *
 * <p>Where a user may read some of the cells asked for and not all, HBase's AccessController does
 * not refuse: it puts a filter of its own ahead of the user's, {@code AND[AccessControlFilter,
 * user's]}. That filter holds what only this server knows and cannot be sent. So it is taken off
 * here, and each owner region has its own AccessController put one on again.
 *
 * @param ofUser what the user asked with; null is HBase's word for none
 * @param narrows whether the AccessController has set a filter
 */
record ReadFilter(Filter ofUser, boolean narrows) {
  private static final String ACCESS_CONTROL_FILTER =
      "org.apache.hadoop.hbase.security.access.AccessControlFilter";

  /** Takes a filter apart; one that the AccessController has not set is the user's as a whole. */
  static ReadFilter of(Filter filter) {
    if (isAccessControl(filter)) {
      return new ReadFilter(null, true);
    }
    if (filter instanceof FilterList list
        && list.getOperator() == FilterList.Operator.MUST_PASS_ALL) {
      List<Filter> parts = list.getFilters();
      if (parts.size() == 2 && isAccessControl(parts.get(0))) {
        return new ReadFilter(parts.get(1), true);
      }
    }
    return new ReadFilter(filter, false);
  }

  /** By name: the class is not public. */
  static boolean isAccessControl(Filter filter) {
    return filter != null && filter.getClass().getName().equals(ACCESS_CONTROL_FILTER);
  }
}
