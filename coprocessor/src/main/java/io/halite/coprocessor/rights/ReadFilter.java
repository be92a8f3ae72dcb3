package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AccessControl;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * The filter of a read after the AccessController has seen it, taken apart.
 *
 * <p>If a user may read only some of the requested cells, HBase's AccessController does not refuse
 * the read. It puts its own filter ahead of the user's: {@code AND[AccessControlFilter, user's]}.
 * Of an existence check HBase asks it twice, so that it puts another one ahead of this. That filter
 * holds data of this server and cannot be sent. So this class removes it, and each owner region has
 * its own AccessController add one again.
 *
 * @param ofUser the filter that the user sent, if there is one
 * @param narrows whether the AccessController has set a filter
 */
record ReadFilter(Optional<Filter> ofUser, boolean narrows) {
  /** Takes a filter apart; a filter without an AccessController's part is the user's filter. */
  static ReadFilter of(Optional<Filter> set) {
    if (set.isPresent() && AccessControl.isFilter(set.get())) {
      return new ReadFilter(Optional.empty(), true);
    }
    if (set.isPresent()
        && set.get() instanceof FilterList list
        && list.getOperator() == FilterList.Operator.MUST_PASS_ALL) {
      List<Filter> parts = list.getFilters();
      if (parts.size() == 2 && AccessControl.isFilter(parts.get(0))) {
        return new ReadFilter(of(Optional.of(parts.get(1))).ofUser(), true);
      }
    }
    return new ReadFilter(set, false);
  }
}
