package io.halite.filters.natural;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.apache.hadoop.hbase.CompareOperator.EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.GREATER_OR_EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.LESS;
import static org.apache.hadoop.hbase.CompareOperator.LESS_OR_EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.NOT_EQUAL;
import static org.apache.hadoop.hbase.filter.FilterList.Operator.MUST_PASS_ALL;
import static org.apache.hadoop.hbase.filter.FilterList.Operator.MUST_PASS_ONE;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
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
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Pair;

/** At least one filter of every class that HBase offers, over rows and columns of a to e. */
final class StockFilterSamples {
  private StockFilterSamples() {}

  static byte[] b(String text) {
    return text.getBytes(US_ASCII);
  }

  /** Filters in their first state, made anew by each call. */
  static List<Filter> all() {
    List<Filter> all = new ArrayList<>(onRows());
    all.addAll(onColumns());
    all.addAll(lists());
    return all;
  }

  /** The names of the classes in a tree. */
  static String text(Filter filter) {
    return filter instanceof FilterList list
        ? list.getFilters().stream().map(StockFilterSamples::text).toList().toString()
        : filter.getClass().getSimpleName();
  }

  private static List<Filter> onRows() {
    return List.of(
        new RowFilter(EQUAL, new BinaryComparator(b("bcb"))),
        new RowFilter(LESS, new BinaryComparator(b("c"))),
        new RowFilter(GREATER_OR_EQUAL, new BinaryPrefixComparator(b("bc"))),
        new RowFilter(EQUAL, new RegexStringComparator("^.b")),
        new RowFilter(NOT_EQUAL, new SubstringComparator("cc")),
        new RowFilter(EQUAL, new BinaryComponentComparator(b("b"), 0)),
        new PrefixFilter(b("b")),
        new PrefixFilter(b("bcc")),
        new InclusiveStopFilter(b("bbd")),
        new RandomRowFilter(0f),
        new RandomRowFilter(1f),
        fuzzy("a?b", "?bb", "c??"),
        fuzzy("??c"),
        ranges("ab", "ac", "bbb", "cc"),
        new WhileMatchFilter(new RowFilter(LESS, new BinaryComparator(b("cb")))),
        new WhileMatchFilter(new RowFilter(GREATER_OR_EQUAL, new BinaryComparator(b("b")))),
        new PageFilter(3));
  }

  private static List<Filter> onColumns() {
    Set<byte[]> qualifiers = new TreeSet<>(org.apache.hadoop.hbase.util.Bytes.BYTES_COMPARATOR);
    qualifiers.addAll(List.of(b("b"), b("c")));
    return List.of(
        new ColumnCountGetFilter(3),
        new ColumnPaginationFilter(2, 1),
        new ColumnPaginationFilter(2, b("b")),
        new ColumnPrefixFilter(b("c")),
        new ColumnRangeFilter(b("b"), true, b("d"), false),
        new ColumnValueFilter(b("f"), b("b"), EQUAL, new BinaryComparator(b("2"))),
        new DependentColumnFilter(b("f"), b("a")),
        new DependentColumnFilter(b("f"), b("b"), true, EQUAL, new BinaryComparator(b("2"))),
        new FamilyFilter(EQUAL, new BinaryComparator(b("g"))),
        new FirstKeyOnlyFilter(),
        firstMatching(qualifiers),
        new KeyOnlyFilter(),
        new KeyOnlyFilter(true),
        new MultipleColumnPrefixFilter(new byte[][] {b("b"), b("d")}),
        new QualifierFilter(LESS_OR_EQUAL, new BinaryComparator(b("b"))),
        column(new SingleColumnValueFilter(b("f"), b("a"), EQUAL, b("1"))),
        column(new SingleColumnValueExcludeFilter(b("f"), b("a"), NOT_EQUAL, b("1"))),
        new SkipFilter(new ValueFilter(NOT_EQUAL, new BinaryComparator(b("3")))),
        new TimestampsFilter(List.of(2L, 4L), true),
        new ValueFilter(LESS, new BinaryComparator(b("2"))),
        new WhileMatchFilter(new ValueFilter(NOT_EQUAL, new BinaryComparator(b("4")))));
  }

  private static List<Filter> lists() {
    return List.of(
        new FilterList(MUST_PASS_ALL, new PrefixFilter(b("b")), new KeyOnlyFilter(true)),
        new FilterList(MUST_PASS_ALL, new ColumnPrefixFilter(b("c")), fuzzy("?b", "?c")),
        new FilterList(MUST_PASS_ALL, fuzzy("?b", "?c"), ranges("ab", "ad", "bb", "cc")),
        new FilterList(MUST_PASS_ONE, fuzzy("?b"), new PrefixFilter(b("cc"))),
        new FilterList(
            MUST_PASS_ONE, new ColumnPrefixFilter(b("b")), new ColumnPrefixFilter(b("d"))),
        new FilterList(
            MUST_PASS_ALL,
            new FilterList(MUST_PASS_ONE, new PrefixFilter(b("a")), new PrefixFilter(b("c"))),
            new SkipFilter(new ValueFilter(NOT_EQUAL, new BinaryComparator(b("3")))),
            new FirstKeyOnlyFilter()));
  }

  private static SingleColumnValueFilter column(SingleColumnValueFilter filter) {
    filter.setFilterIfMissing(true);
    return filter;
  }

  @SuppressWarnings("deprecation")
  private static Filter firstMatching(Set<byte[]> qualifiers) {
    return new org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter(qualifiers);
  }

  private static Filter fuzzy(String... patterns) {
    List<Pair<byte[], byte[]>> pairs = new ArrayList<>();
    for (String pattern : patterns) {
      byte[] mask = new byte[pattern.length()];
      byte[] key = b(pattern);
      for (int i = 0; i < key.length; i++) {
        mask[i] = (byte) (key[i] == '?' ? 1 : 0);
        key[i] = key[i] == '?' ? 0 : key[i];
      }
      pairs.add(new Pair<>(key, mask));
    }
    return new FuzzyRowFilter(pairs);
  }

  private static Filter ranges(String... bounds) {
    List<MultiRowRangeFilter.RowRange> ranges = new ArrayList<>();
    for (int i = 0; i < bounds.length; i += 2) {
      ranges.add(new MultiRowRangeFilter.RowRange(bounds[i], true, bounds[i + 1], false));
    }
    return new MultiRowRangeFilter(ranges);
  }
}
