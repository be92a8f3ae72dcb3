package io.halite.filters.natural;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.Optional;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * Where a filter ends a forward scan by its keys: at each row from there on, also if it is the
 * first one that the filter sees, the filter rejects the row and ends the scan.
 *
 * <p>{@code PrefixFilter(ab)} ends a scan at {@code ac}, {@code WhileMatchFilter(RowFilter(< m))}
 * at {@code m}.
 */
public final class FilterEnd {
  private FilterEnd() {}

  /** The key at which the scan's filter ends it; empty if none is known. */
  public static Optional<byte[]> of(Scan scan) {
    return scan.isReversed()
        ? Optional.empty()
        : Optional.ofNullable(scan.getFilter()).flatMap(filter -> of(filter, false));
  }

  /**
   * @param ending whether the filter ends the scan when it rejects a row
   */
  private static Optional<byte[]> of(Filter filter, boolean ending) {
    // Of exact classes, since a subclass may do anything.
    Class<?> type = filter.getClass();
    if (type == WhileMatchFilter.class) {
      return of(((WhileMatchFilter) filter).getFilter(), true);
    }
    if (type == PrefixFilter.class) {
      return Optional.ofNullable(((PrefixFilter) filter).getPrefix())
          .map(prefix -> KeyRange.prefix(prefix).stop())
          .filter(stop -> stop.length > 0);
    }
    if (type == InclusiveStopFilter.class) {
      return Optional.ofNullable(((InclusiveStopFilter) filter).getStopRowKey())
          .map(KeyBytes::next);
    }
    if (type == RowFilter.class && ending) {
      return ofRow((RowFilter) filter);
    }
    return type == FilterList.class ? ofList((FilterList) filter, ending) : Optional.empty();
  }

  private static Optional<byte[]> ofRow(RowFilter filter) {
    ByteArrayComparable comparator = filter.getComparator();
    if (comparator == null || comparator.getClass() != BinaryComparator.class) {
      return Optional.empty();
    }
    byte[] key = comparator.getValue();
    CompareOperator operator = filter.getCompareOperator();
    return operator == CompareOperator.LESS
        ? Optional.of(key)
        : Optional.of(KeyBytes.next(key)).filter(n -> operator == CompareOperator.LESS_OR_EQUAL);
  }

  /** An AND list ends a scan as soon as one of its members does. */
  private static Optional<byte[]> ofList(FilterList list, boolean ending) {
    return list.getOperator() == FilterList.Operator.MUST_PASS_ONE
        ? Optional.empty()
        : list.getFilters().stream()
            .flatMap(member -> of(member, ending).stream())
            .min(KeyBytes::compare);
  }
}
