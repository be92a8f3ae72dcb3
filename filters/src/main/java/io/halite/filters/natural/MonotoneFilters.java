package io.halite.filters.natural;

import java.util.Arrays;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * The filters that are monotone along a scan: once they reject a row, they reject every row after
 * it, whatever its values. Which these are depends on the scan's direction and its start row.
 *
 * <p>{@code RowFilter(< m)} is monotone on a forward scan, {@code RowFilter(> m)} on a reversed
 * one. Immutable.
 */
final class MonotoneFilters {
  private final boolean reversed;
  private final byte[] startRow;

  MonotoneFilters(boolean reversed, byte[] startRow) {
    this.reversed = reversed;
    this.startRow = startRow;
  }

  /** Whether a {@code WhileMatchFilter} over it stops every bucket at the same key. */
  boolean contains(Filter filter) {
    if (filter.getClass() == RowFilter.class) {
      return isMonotone((RowFilter) filter);
    }
    if (filter.getClass() == PrefixFilter.class) {
      // It rejects rows before the prefix too, so the scan must not begin before the prefix.
      byte[] prefix = ((PrefixFilter) filter).getPrefix();
      return !reversed && prefix != null && Arrays.compareUnsigned(startRow, prefix) >= 0;
    }
    if (filter.getClass() == InclusiveStopFilter.class) {
      // WhileMatchFilter does not pass the direction on; on a reversed scan it stops wrongly.
      return !reversed;
    }
    if (filter.getClass() == WhileMatchFilter.class) {
      return contains(((WhileMatchFilter) filter).getFilter());
    }
    return filter.getClass() == FilterList.class
        && ((FilterList) filter).getFilters().stream().allMatch(this::contains);
  }

  private boolean isMonotone(RowFilter filter) {
    ByteArrayComparable comparator = filter.getComparator();
    if (comparator == null
        || (comparator.getClass() != BinaryComparator.class
            && comparator.getClass() != BinaryPrefixComparator.class)) {
      return false;
    }
    CompareOperator operator = filter.getCompareOperator();
    return reversed
        ? operator == CompareOperator.GREATER || operator == CompareOperator.GREATER_OR_EQUAL
        : operator == CompareOperator.LESS || operator == CompareOperator.LESS_OR_EQUAL;
  }
}
