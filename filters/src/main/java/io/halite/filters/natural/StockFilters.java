package io.halite.filters.natural;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * The leaf filters, HBase's and Halite's, that judge each row by that row alone or end at a key.
 * Recognised by class name: the jar on the class path and the coprocessor's jar make two classes of
 * one filter. A subclass is another class, since it may do anything.
 */
final class StockFilters {
  private static final String OWN_PACKAGE = "io.halite.filters.";

  private static final Set<String> ROW_LOCAL =
      Stream.of(
              ColumnPaginationFilter.class,
              ColumnPrefixFilter.class,
              ColumnRangeFilter.class,
              ColumnValueFilter.class,
              DependentColumnFilter.class,
              FamilyFilter.class,
              FirstKeyOnlyFilter.class,
              FuzzyRowFilter.class,
              InclusiveStopFilter.class,
              KeyOnlyFilter.class,
              MultiRowRangeFilter.class,
              MultipleColumnPrefixFilter.class,
              PrefixFilter.class,
              QualifierFilter.class,
              RandomRowFilter.class,
              RowFilter.class,
              SingleColumnValueExcludeFilter.class,
              SingleColumnValueFilter.class,
              TimestampsFilter.class,
              ValueFilter.class)
          .map(Class::getName)
          .collect(Collectors.toUnmodifiableSet());

  // Deprecated as a class, not as something that old clients may send.
  private static final String FIRST_MATCHING =
      "org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter";

  // These drop a row in filterRow, after a page filter ahead of them has counted it.
  private static final Set<String> LATE =
      Stream.of(SingleColumnValueExcludeFilter.class, SingleColumnValueFilter.class)
          .map(Class::getName)
          .collect(Collectors.toUnmodifiableSet());

  // These keep something of a row beyond their reset, or leap and end by the order of keys.
  private static final Set<String> REMEMBERING =
      Stream.of(
              FuzzyRowFilter.class,
              InclusiveStopFilter.class,
              MultiRowRangeFilter.class,
              PrefixFilter.class)
          .map(Class::getName)
          .collect(Collectors.toUnmodifiableSet());

  private StockFilters() {}

  /** Whether the filter has forgotten a row once it is reset, so that it can judge any other. */
  static boolean forgetsRows(Filter filter) {
    String name = filter.getClass().getName();
    return ROW_LOCAL.contains(name) && !REMEMBERING.contains(name);
  }

  static boolean isRowLocal(Filter filter) {
    String name = filter.getClass().getName();
    return ROW_LOCAL.contains(name) || name.equals(FIRST_MATCHING) || name.startsWith(OWN_PACKAGE);
  }

  /** Whether the filter, or one below it, may drop a row whose cells all filters have passed. */
  static boolean dropsLate(Filter filter) {
    if (filter instanceof FilterList list) {
      return list.getFilters().stream().anyMatch(StockFilters::dropsLate);
    }
    if (filter instanceof PageFilter || filter instanceof WhileMatchFilter) {
      return false;
    }
    return !isRowLocal(filter) || LATE.contains(filter.getClass().getName());
  }
}
