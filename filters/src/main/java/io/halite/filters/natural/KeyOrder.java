package io.halite.filters.natural;

import java.util.Arrays;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * The direction and the begin of a scan, and which filters are monotone along it: once they reject
 * a row they reject every row after it, whatever its values.
 */
final class KeyOrder {
  private final boolean reversed;
  private final byte[] startRow;

  KeyOrder(boolean reversed, byte[] startRow) {
    this.reversed = reversed;
    this.startRow = startRow;
  }

  /** Whether a {@code WhileMatchFilter} over this filter stops each bucket at the same key. */
  boolean isMonotone(Filter filter) {
    if (filter.getClass() == RowFilter.class) {
      return isMonotone((RowFilter) filter);
    }
    if (filter.getClass() == PrefixFilter.class) {
      // Before the prefix it rejects as well; so the scan has to begin inside it or behind.
      byte[] prefix = ((PrefixFilter) filter).getPrefix();
      return !reversed && prefix != null && Arrays.compareUnsigned(startRow, prefix) >= 0;
    }
    if (filter.getClass() == InclusiveStopFilter.class) {
      // A WhileMatchFilter does not tell it the direction; reversed, it stops at the wrong side.
      return !reversed;
    }
    if (filter.getClass() == WhileMatchFilter.class) {
      return isMonotone(((WhileMatchFilter) filter).getFilter());
    }
    return filter.getClass() == FilterList.class
        && ((FilterList) filter).getFilters().stream().allMatch(this::isMonotone);
  }

  private boolean isMonotone(RowFilter filter) {
    Class<?> comparator = filter.getComparator().getClass();
    if (comparator != BinaryComparator.class && comparator != BinaryPrefixComparator.class) {
      return false;
    }
    CompareOperator operator = filter.getCompareOperator();
    return reversed
        ? operator == CompareOperator.GREATER || operator == CompareOperator.GREATER_OR_EQUAL
        : operator == CompareOperator.LESS || operator == CompareOperator.LESS_OR_EQUAL;
  }
}
