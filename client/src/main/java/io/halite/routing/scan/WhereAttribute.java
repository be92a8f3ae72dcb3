package io.halite.routing.scan;

import io.halite.filters.segment.QueryException;
import io.halite.filters.segment.SegmentFilter;
import io.halite.routing.table.AttributeText;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The scan attribute {@code halite.where}: conditions on segments as text, for clients without
 * Halite's classes.
 *
 * <p>{@code scan 't', {ATTRIBUTES => {'halite.where' => "destination = LAX"}}} in the HBase shell.
 * The text travels to the owners unchanged, and each owner makes a filter of it. The gateway or the
 * plug-in only narrows the range, so that it does not scan owners without matching keys. Stateless.
 */
public final class WhereAttribute {
  /** The name of the attribute. */
  public static final String ATTRIBUTE = "halite.where";

  private WhereAttribute() {}

  /**
   * Sets the filter of the query on a scan of natural keys, ahead of the scan's own filter, and
   * narrows the scan.
   *
   * @throws DoNotRetryIOException if the query is malformed
   */
  public static void install(Scan scan, SaltedTable table) throws DoNotRetryIOException {
    filter(scan, table).ifPresent(filter -> filter.applyTo(scan));
  }

  /**
   * Sets the filter of the query on a scan of stored keys, and leaves the bounds, which are those
   * of one bucket.
   *
   * @throws IOException if the query is malformed, or the scan's own filter cannot be read
   */
  public static void installUnbounded(Scan scan, SaltedTable table) throws IOException {
    Optional<SegmentFilter> filter = filter(scan, table);
    if (filter.isPresent()) {
      scan.setFilter(filter.get().applyTo(new Scan().setFilter(scan.getFilter())).getFilter());
    }
  }

  /** Returns the filter that the attribute of a scan describes; empty without the attribute. */
  static Optional<SegmentFilter> filter(Scan scan, SaltedTable table) throws DoNotRetryIOException {
    byte[] text = scan.getAttribute(ATTRIBUTE);
    if (text == null) {
      return Optional.empty();
    }
    String query = AttributeText.of(ATTRIBUTE, text, table);
    try {
      return Optional.of(SegmentFilter.where(table.layout(), query).onServer());
    } catch (QueryException e) {
      throw new DoNotRetryIOException(ATTRIBUTE + ": " + e.getMessage() + " (" + table + ")", e);
    }
  }
}
