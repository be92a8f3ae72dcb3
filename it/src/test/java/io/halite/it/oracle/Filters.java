package io.halite.it.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
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
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/**
 * Random filters of all the kinds that HBase has. PageFilter and WhileMatchFilter count rows of a
 * region, in plain HBase too: those come from {@link #counting}, for scans that one region answers.
 */
final class Filters {
  /** Filters without hints, which look into all families and compare bytes. */
  private static final Set<Class<? extends Filter>> PLAIN =
      Set.of(
          PrefixFilter.class,
          InclusiveStopFilter.class,
          RandomRowFilter.class,
          RowFilter.class,
          QualifierFilter.class,
          ValueFilter.class,
          FirstKeyOnlyFilter.class,
          KeyOnlyFilter.class);

  private final Random random;
  private final Keys keys;
  private final Columns columns;
  private final Mutations mutations;
  private final Comparators comparators;
  private final SegmentQueries segments;

  Filters(Random random, Keys keys, Columns columns, Mutations mutations) {
    this.random = random;
    this.keys = keys;
    this.columns = columns;
    this.mutations = mutations;
    this.comparators = new Comparators(random);
    this.segments = new SegmentQueries(random, keys);
  }

  /** Any filter, or a list or wrapper of some. */
  Filter any() {
    return any(2);
  }

  private Filter any(int depth) {
    if (depth > 0 && random.nextInt(4) == 0) {
      if (random.nextInt(4) == 0) {
        return new SkipFilter(inList());
      }
      List<Filter> filters = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        filters.add(any(depth - 1));
      }
      return new FilterList(
          random.nextBoolean() ? Operator.MUST_PASS_ALL : Operator.MUST_PASS_ONE, filters);
    }
    return depth == 2 ? single() : inList();
  }

  /** One filter that is no list, nor a wrapper of another. */
  Filter single() {
    return random.nextInt(3) == 0 ? byRow() : byCell();
  }

  /** A filter that never answers without a hint when asked for one, as HBase's lists expect. */
  private Filter inList() {
    Filter filter = single();
    while (filter instanceof FuzzyRowFilter
        || filter instanceof MultiRowRangeFilter
        || filter instanceof TimestampsFilter) {
      filter = single();
    }
    return filter;
  }

  /** A query on segments of row keys. */
  SegmentQueries.Asked asked() {
    return segments.asked(3);
  }

  /**
   * One that gives no hints, looks into all families, and fails at no value: it may stand in any
   * list and read more rows than are wanted.
   */
  Filter plain() {
    Filter filter = single();
    while (!PLAIN.contains(filter.getClass())) {
      filter = single();
    }
    return filter;
  }

  /** Whether it is one of {@link #plain}. */
  static boolean isPlain(Filter filter) {
    return PLAIN.contains(filter.getClass());
  }

  /** A filter that looks at row keys. */
  Filter byRow() {
    byte[] key = keys.key();
    return switch (random.nextInt(12)) {
      case 8, 9, 10, 11 -> asked().filter();
      case 0 -> new PrefixFilter(rowPrefix(key));
      case 1 -> new InclusiveStopFilter(key);
      case 2 -> new FuzzyRowFilter(fuzzy());
      case 3 -> new MultiRowRangeFilter(ranges());
      case 4 -> new MultiRowRangeFilter(new byte[][] {prefix(key), prefix(keys.key())});
      case 5 -> new RandomRowFilter(random.nextBoolean() ? 2 : -1);
      default -> new RowFilter(comparators.operator(), comparators.near(key));
    };
  }

  private Filter byCell() {
    byte[] family = columns.family();
    boolean number = random.nextInt(3) == 0;
    byte[] qualifier = number ? columns.number() : columns.qualifier();
    ByteArrayComparable value = number ? comparators.number() : comparators.near(columns.value());
    return switch (random.nextInt(19)) {
      case 0 -> new ColumnPaginationFilter(1 + random.nextInt(3), random.nextInt(3));
      case 1 -> new ColumnPaginationFilter(1 + random.nextInt(3), qualifier);
      case 2 -> new ColumnPrefixFilter(prefix(qualifier));
      case 3 -> columnRange();
      case 4 -> new ColumnValueFilter(family, qualifier, comparators.operator(), value);
      case 5 -> new DependentColumnFilter(family, qualifier, random.nextBoolean());
      case 6 -> new DependentColumnFilter(family, qualifier, false, comparators.operator(), value);
      case 7 -> new FamilyFilter(comparators.operator(), comparators.near(family));
      case 8 -> new FirstKeyOnlyFilter();
      case 9 -> new KeyOnlyFilter(random.nextBoolean());
      case 10 -> new MultipleColumnPrefixFilter(prefixes());
      case 11 -> new QualifierFilter(comparators.operator(), comparators.near(qualifier));
      case 12, 13 -> singleColumn(family, qualifier, value);
      case 14 -> singleColumnExcluded(family, qualifier, value);
      case 15 -> new TimestampsFilter(timestamps(), random.nextBoolean());
      case 16 -> firstOfQualifiers();
      default -> new ValueFilter(comparators.operator(), comparators.near(columns.value()));
    };
  }

  /** A filter that ends a scan once another says no; a salted table may refuse it. */
  Filter whileMatch() {
    return new WhileMatchFilter(random.nextBoolean() ? byRow() : single());
  }

  private ColumnRangeFilter columnRange() {
    byte[] one = columns.qualifier();
    byte[] other = columns.qualifier();
    boolean ordered = Arrays.compareUnsigned(one, other) <= 0;
    return new ColumnRangeFilter(
        ordered ? one : other, random.nextBoolean(), ordered ? other : one, random.nextBoolean());
  }

  private Filter singleColumn(byte[] family, byte[] qualifier, ByteArrayComparable value) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(family, qualifier, comparators.operator(), value);
    filter.setFilterIfMissing(random.nextBoolean());
    filter.setLatestVersionOnly(random.nextBoolean());
    return filter;
  }

  private Filter singleColumnExcluded(byte[] family, byte[] qualifier, ByteArrayComparable value) {
    SingleColumnValueExcludeFilter filter =
        new SingleColumnValueExcludeFilter(family, qualifier, comparators.operator(), value);
    filter.setFilterIfMissing(random.nextBoolean());
    return filter;
  }

  @SuppressWarnings("deprecation")
  private Filter firstOfQualifiers() {
    TreeSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    qualifiers.addAll(columns.qualifiers(3));
    return new org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter(qualifiers);
  }

  /**
   * HBase's PrefixFilter reads beyond the end of a row that is shorter than the prefix. Backward it
   * jumps over rows of a prefix whose last byte is 7F or FF, unless its region begins with them.
   */
  private byte[] rowPrefix(byte[] key) {
    byte[] prefix = prefix(key);
    byte[] fitting = Arrays.copyOf(prefix, Math.min(prefix.length, keys.shortest()));
    int last = fitting.length - 1;
    if (last >= 0 && (fitting[last] & 0x7F) == 0x7F) {
      fitting[last]--;
    }
    return fitting;
  }

  private List<Pair<byte[], byte[]>> fuzzy() {
    List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      byte[] pattern = Arrays.copyOf(keys.key(), keys.shortest());
      byte[] mask = new byte[pattern.length];
      for (int j = 0; j < mask.length; j++) {
        mask[j] = (byte) random.nextInt(2);
      }
      patterns.add(new Pair<>(pattern, mask));
    }
    return patterns;
  }

  private List<RowRange> ranges() {
    List<RowRange> ranges = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      byte[][] ends = keys.neighbours(20);
      boolean point = Arrays.equals(ends[0], ends[1]);
      ranges.add(
          new RowRange(
              ends[0], point || random.nextBoolean(), ends[1], point || random.nextBoolean()));
    }
    return ranges;
  }

  private byte[][] prefixes() {
    TreeSet<byte[]> prefixes = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    columns.qualifiers(3).forEach(qualifier -> prefixes.add(prefix(qualifier)));
    return prefixes.toArray(byte[][]::new);
  }

  private List<Long> timestamps() {
    List<Long> timestamps = new ArrayList<>();
    int count = 1 + random.nextInt(20);
    for (int i = 0; i < count; i++) {
      timestamps.add(mutations.past());
    }
    return timestamps;
  }

  private byte[] prefix(byte[] bytes) {
    return bytes.length == 0 ? bytes : Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
  }
}
