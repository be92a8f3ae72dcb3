package io.halite.routing.scan;

import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.WantedRanges;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.jspecify.annotations.Nullable;

/**
 * Where keys can match a scan of natural keys, by its {@linkplain WhereAttribute text query} and by
 * its segment filters. The owners do the filtering.
 *
 * <p>Example: under {@code hash(origin) % 16}, {@code origin in (ATL, ORD)} narrows a scan of
 * everything to {@code [ATL, ORE)} and to two of 16 buckets. Immutable and thread-safe.
 */
public final class Narrowing {
  private final SaltedTable table;
  private final List<SegmentFilter> filters;

  private Narrowing(SaltedTable table, List<SegmentFilter> filters) {
    this.table = table;
    this.filters = filters;
  }

  /**
   * Reads the text query and the filters of a scan.
   *
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if the query is malformed
   */
  public static Narrowing of(Scan scan, SaltedTable table) throws IOException {
    List<SegmentFilter> filters = new ArrayList<>();
    WhereAttribute.filter(scan, table).ifPresent(filters::add);
    collect(scan.getFilter(), filters);
    return new Narrowing(table, filters);
  }

  /** Collects the segment filters that every row must pass. */
  private static void collect(@Nullable Filter filter, List<SegmentFilter> found)
      throws IOException {
    if (filter == null) {
      return;
    }
    try {
      SegmentFilter.recognise(filter).ifPresent(found::add);
    } catch (DeserializationException e) {
      throw new DoNotRetryIOException(e);
    }
    if (filter instanceof FilterList list
        && list.getOperator() == FilterList.Operator.MUST_PASS_ALL) {
      for (Filter each : list.getFilters()) {
        collect(each, found);
      }
    }
  }

  /** Moves the scan's bounds to the range in which keys can match. */
  public void narrow(Scan scan) throws IOException {
    for (SegmentFilter filter : filters) {
      Scan narrowed = filter.applyTo(new Scan(scan).setFilter(null));
      scan.withStartRow(narrowed.getStartRow(), narrowed.includeStartRow());
      scan.withStopRow(narrowed.getStopRow(), narrowed.includeStopRow());
    }
  }

  /**
   * Returns the stored ranges that hold all keys of a natural range that can match: at most one for
   * each bucket, and none for a bucket without such keys.
   */
  public List<KeyRange> images(KeyRange natural) {
    if (!table.salt().keepsNaturalOrder()) {
      return table.salt().images(natural);
    }
    return filters.stream()
        .map(filter -> filter.query().images(table.salt(), natural))
        .reduce(KeyRange::inBoth)
        .orElseGet(() -> table.salt().images(natural));
  }

  /**
   * Returns where keys of a natural range that can match lie, as far as the images of the range
   * hold others between them.
   */
  WantedRanges wanted(KeyRange natural) {
    return ranges(natural)
        .map(ranges -> WantedRanges.of(table.salt(), ranges))
        .orElse(WantedRanges.ALL);
  }

  /** The ranges of natural keys that can match; empty without conditions. */
  private Optional<List<KeyRange>> ranges(KeyRange natural) {
    return filters.stream().map(filter -> filter.query().ranges(natural)).reduce(KeyRange::inBoth);
  }

  /**
   * Returns the smallest range with all keys of a natural range that can match; an empty one if
   * there is no such key.
   *
   * <p>Example: {@code origin in (ATL, ORD)} and {@code [42, 53)} give {@code [4F 52 44, 4F 52
   * 45)}.
   */
  public KeyRange hull(KeyRange natural) {
    return natural.isEmpty() ? natural : ranges(natural).map(KeyRange::hull).orElse(natural);
  }
}
