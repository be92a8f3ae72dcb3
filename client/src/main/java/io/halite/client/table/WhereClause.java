package io.halite.client.table;

import io.halite.filters.segment.QueryException;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * The scan attribute {@code halite.where}: a question about segments, in words, for clients that
 * have none of Halite's classes.
 *
 * <p>{@code scan 't', {ATTRIBUTES => {'halite.where' => "destination = LAX"}}} in the HBase shell.
 * The text travels to the owners as it is and becomes a filter there; whoever asks them only
 * narrows the range, so that owners which cannot match are not asked. Stateless.
 */
public final class WhereClause {
  /** The name of the attribute. */
  public static final String ATTRIBUTE = "halite.where";

  private WhereClause() {}

  /** Sets the filter on a scan of natural keys, ahead of the one it has, and narrows the scan. */
  public static void install(Scan scan, SaltedTable table) throws DoNotRetryIOException {
    SegmentFilter filter = filter(scan, table);
    if (filter != null) {
      filter.applyTo(scan);
    }
  }

  /** Sets the filter on a scan of stored keys, whose bounds are those of one bucket. */
  public static void installUnbounded(Scan scan, SaltedTable table) throws IOException {
    SegmentFilter filter = filter(scan, table);
    if (filter != null) {
      scan.setFilter(filter.applyTo(new Scan().setFilter(scan.getFilter())).getFilter());
    }
  }

  /**
   * Narrows a scan of natural keys to what can match, by its words and by the segment filters that
   * it carries; the filtering itself is left to the owners.
   */
  public static void narrow(Scan scan, SaltedTable table) throws IOException {
    for (SegmentFilter filter : filters(scan, table)) {
      Scan narrowed = filter.applyTo(new Scan(scan).setFilter(null));
      scan.withStartRow(narrowed.getStartRow(), narrowed.includeStartRow());
      scan.withStopRow(narrowed.getStopRow(), narrowed.includeStopRow());
    }
  }

  /**
   * The stored ranges that together hold what can match of a natural range, by the words and the
   * segment filters of a scan: at most one for each bucket, and none for a bucket that cannot.
   *
   * <p>Example: under {@code hash(origin) % 16}, {@code origin in (ATL, ORD)} has two.
   */
  public static List<KeyRange> images(Scan scan, SaltedTable table, KeyRange natural)
      throws IOException {
    if (!table.salt().keepsNaturalOrder()) {
      return table.salt().images(natural);
    }
    List<KeyRange> images = null;
    for (SegmentFilter filter : filters(scan, table)) {
      List<KeyRange> matching = filter.query().images(table.salt(), natural);
      images = images == null ? matching : common(images, matching);
    }
    return images == null ? table.salt().images(natural) : images;
  }

  private static List<KeyRange> common(List<KeyRange> some, List<KeyRange> others) {
    return some.stream()
        .flatMap(one -> others.stream().map(one::intersect))
        .filter(range -> !range.isEmpty())
        .toList();
  }

  private static List<SegmentFilter> filters(Scan scan, SaltedTable table) throws IOException {
    List<SegmentFilter> filters = new ArrayList<>();
    SegmentFilter words = filter(scan, table);
    if (words != null) {
      filters.add(words);
    }
    collect(scan.getFilter(), filters);
    return filters;
  }

  /** Collects the segment filters that every row must pass. */
  private static void collect(Filter filter, List<SegmentFilter> found) throws IOException {
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

  private static SegmentFilter filter(Scan scan, SaltedTable table) throws DoNotRetryIOException {
    byte[] text = scan.getAttribute(ATTRIBUTE);
    if (text == null) {
      return null;
    }
    try {
      return SegmentFilter.where(table.layout(), new String(text, StandardCharsets.UTF_8))
          .onServer();
    } catch (QueryException e) {
      throw new DoNotRetryIOException(ATTRIBUTE + ": " + e.getMessage() + " (" + table + ")", e);
    }
  }
}
