package io.halite.filters.natural;

import static io.halite.filters.natural.StockFilters.Treatment.LIST;
import static io.halite.filters.natural.StockFilters.Treatment.PAGE;
import static io.halite.filters.natural.StockFilters.Treatment.REFUSED;
import static io.halite.filters.natural.StockFilters.Treatment.REFUSED_EVEN_FOR_ONE_ROW;
import static io.halite.filters.natural.StockFilters.Treatment.RUN;
import static io.halite.filters.natural.StockFilters.Treatment.RUN_FRESH;
import static io.halite.filters.natural.StockFilters.Treatment.RUN_LATE;
import static io.halite.filters.natural.StockFilters.Treatment.SKIP;
import static io.halite.filters.natural.StockFilters.Treatment.UNKNOWN;
import static io.halite.filters.natural.StockFilters.Treatment.WHILE_MATCH;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
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
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * What a salted table does with each filter that HBase ships: one row of a table for each class. To
 * admit a filter of a new version of HBase, add its row.
 *
 * <p>A filter is known by the name of its class, since the jar on the class path and the
 * coprocessor's jar make two classes of one filter. A subclass is unknown: it may do anything.
 */
final class StockFilters {
  /** What is done with a filter. */
  enum Treatment {
    /** It judges each row by that row alone and forgets it at its reset: each bucket runs it. */
    RUN,
    /** As RUN, but it drops a row in filterRow, after a PageFilter ahead of it has counted it. */
    RUN_LATE,
    /**
     * As RUN where rows come in order; elsewhere each row needs a filter that has seen no other.
     */
    RUN_FRESH,
    /** Its members are reviewed. */
    LIST,
    /** The filter inside is reviewed. */
    SKIP,
    /** Each bucket runs it if the filter inside stops every bucket at the same key. */
    WHILE_MATCH,
    /** Each bucket runs it, and the rows are counted again where the buckets are merged. */
    PAGE,
    /** A scan with it is refused; a get is not. */
    REFUSED,
    /** It holds the state of one server, so the owner region cannot run it. */
    REFUSED_EVEN_FOR_ONE_ROW,
    /** It runs only on tables whose owner declares it. */
    UNKNOWN
  }

  /** One row of the table; the reason is empty unless the filter is refused. */
  record Row(String className, Treatment treatment, String reason) {}

  // Deprecated as a class, so by name; old clients may send it.
  private static final String FIRST_MATCHING =
      "org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter";
  private static final String OWN_PACKAGE = "io.halite.filters.";
  private static final String NEEDS_ITS_SERVER =
      " checks rights cell by cell with what only this server knows: it cannot go along to the"
          + " region that owns the rows; grant the user read rights on the table or its families";

  private static final String ENDS_TOO_EARLY =
      " ends a scan at the first row with too many columns, and which row is first depends on the"
          + " bucket: it is made for gets; use ColumnPaginationFilter";

  static final Map<String, Row> TABLE =
      Stream.of(
              row(ColumnCountGetFilter.class, REFUSED, ENDS_TOO_EARLY),
              row(ColumnPaginationFilter.class, RUN),
              row(ColumnPrefixFilter.class, RUN),
              row(ColumnRangeFilter.class, RUN),
              row(ColumnValueFilter.class, RUN),
              row(DependentColumnFilter.class, RUN),
              row(FamilyFilter.class, RUN),
              row(FilterList.class, LIST),
              new Row(FIRST_MATCHING, RUN_FRESH, ""),
              row(FirstKeyOnlyFilter.class, RUN),
              row(FuzzyRowFilter.class, RUN_FRESH),
              row(InclusiveStopFilter.class, RUN_FRESH),
              row(KeyOnlyFilter.class, RUN),
              row(MultiRowRangeFilter.class, RUN_FRESH),
              row(MultipleColumnPrefixFilter.class, RUN),
              row(PageFilter.class, PAGE),
              row(PrefixFilter.class, RUN_FRESH),
              row(QualifierFilter.class, RUN),
              row(RandomRowFilter.class, RUN),
              row(RowFilter.class, RUN),
              row(SingleColumnValueExcludeFilter.class, RUN_LATE),
              row(SingleColumnValueFilter.class, RUN_LATE),
              row(SkipFilter.class, SKIP),
              row(TimestampsFilter.class, RUN),
              row(ValueFilter.class, RUN),
              row(WhileMatchFilter.class, WHILE_MATCH),
              // Other coprocessors put these into a request; the classes are not public.
              foreign("access.AccessControlFilter"),
              foreign("visibility.VisibilityLabelFilter"),
              foreign("visibility.VisibilityController$DeleteVersionVisibilityExpressionFilter"))
          .collect(Collectors.toUnmodifiableMap(Row::className, Function.identity()));

  /** They keep a row whole or drop it. */
  private static final Set<String> ROW_FILTERS =
      Stream.of(
              FuzzyRowFilter.class,
              InclusiveStopFilter.class,
              KeyOnlyFilter.class,
              MultiRowRangeFilter.class,
              PageFilter.class,
              PrefixFilter.class,
              RandomRowFilter.class,
              RowFilter.class)
          .map(Class::getName)
          .collect(Collectors.toUnmodifiableSet());

  private StockFilters() {}

  private static Row row(Class<? extends Filter> type, Treatment treatment) {
    return new Row(type.getName(), treatment, "");
  }

  private static Row row(Class<? extends Filter> type, Treatment treatment, String reason) {
    return new Row(type.getName(), treatment, reason);
  }

  private static Row foreign(String name) {
    return new Row(
        "org.apache.hadoop.hbase.security." + name, REFUSED_EVEN_FOR_ONE_ROW, NEEDS_ITS_SERVER);
  }

  static Treatment treatment(Filter filter) {
    return isHalites(filter) ? RUN_FRESH : row(filter).treatment();
  }

  /** Whether the filter is one that Halite ships. */
  static boolean isHalites(Filter filter) {
    return filter.getClass().getName().startsWith(OWN_PACKAGE);
  }

  /** Whether neither HBase nor Halite ships the filter. */
  static boolean isUnknown(Filter filter) {
    return treatment(filter) == UNKNOWN;
  }

  private static Row row(Filter filter) {
    String name = filter.getClass().getName();
    return TABLE.getOrDefault(name, new Row(name, UNKNOWN, ""));
  }

  /** Returns why a filter of the table is refused. */
  static String reason(Filter filter) {
    return filter.getClass().getSimpleName() + row(filter).reason();
  }

  /** Whether the filter has forgotten a row once it is reset, so that it can judge any other. */
  static boolean forgetsRows(Filter filter) {
    return switch (treatment(filter)) {
      // Those of other coprocessors do, and they cannot be made again: an owner meets them in the
      // reads of clients with the plug-in.
      case RUN, RUN_LATE, REFUSED_EVEN_FOR_ONE_ROW -> true;
      default -> false;
    };
  }

  /** Whether the filter, or one inside it, may drop a row whose cells all filters have passed. */
  static boolean dropsLate(Filter filter) {
    return switch (treatment(filter)) {
      case LIST -> ((FilterList) filter).getFilters().stream().anyMatch(StockFilters::dropsLate);
      case RUN, RUN_FRESH, PAGE, WHILE_MATCH -> false;
      default -> true;
    };
  }

  /** Whether the filter, or one inside it, counts rows: a page filter. */
  static boolean countsRows(Filter filter) {
    return switch (treatment(filter)) {
      case LIST -> ((FilterList) filter).getFilters().stream().anyMatch(StockFilters::countsRows);
      case WHILE_MATCH -> countsRows(((WhileMatchFilter) filter).getFilter());
      case SKIP -> countsRows(((SkipFilter) filter).getFilter());
      case PAGE -> true;
      default -> false;
    };
  }

  /** Whether the filter, or one inside it, may drop some cells of a row and keep others. */
  static boolean dropsCells(Filter filter) {
    if (filter instanceof FilterList list && treatment(filter) == LIST) {
      return list.getFilters().stream().anyMatch(StockFilters::dropsCells);
    }
    if (filter instanceof WhileMatchFilter whileMatch && treatment(filter) == WHILE_MATCH) {
      return dropsCells(whileMatch.getFilter());
    }
    return !isHalites(filter) && !ROW_FILTERS.contains(filter.getClass().getName());
  }
}
