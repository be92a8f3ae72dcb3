package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AccessControl;
import java.util.List;
import java.util.Optional;
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
 * @param ofUser the filter that the user sent, if there is one
 * @param narrows whether the AccessController has set a filter
 */
record ReadFilter(Optional<Filter> ofUser, boolean narrows) {
  /** Takes a filter apart; one that the AccessController has not set is the user's as a whole. */
  static ReadFilter of(Optional<Filter> set) {
    if (set.isEmpty()) {
      return new ReadFilter(set, false);
    }
    if (AccessControl.isFilter(set.get())) {
      return new ReadFilter(Optional.empty(), true);
    }
    if (set.get() instanceof FilterList list
        && list.getOperator() == FilterList.Operator.MUST_PASS_ALL) {
      List<Filter> parts = list.getFilters();
      if (parts.size() == 2 && AccessControl.isFilter(parts.get(0))) {
        return new ReadFilter(Optional.of(parts.get(1)), true);
      }
    }
    return new ReadFilter(set, false);
  }
}
