package io.halite.routing.scan;

import io.halite.filters.segment.QueryException;
import io.halite.filters.segment.SegmentFilter;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The scan attribute {@code halite.where}: a question about segments, in words, for clients that
 * have none of Halite's classes.
 *
 * <p>{@code scan 't', {ATTRIBUTES => {'halite.where' => "destination = LAX"}}} in the HBase shell.
 * The text travels to the owners as it is and becomes a filter there; whoever asks them only
 * narrows the range, so that owners which cannot match are not asked. Stateless.
 */
public final class WhereAttribute {
  /** The name of the attribute. */
  public static final String ATTRIBUTE = "halite.where";

  private WhereAttribute() {}

  /** Sets the filter on a scan of natural keys, ahead of the one it has, and narrows the scan. */
  public static void install(Scan scan, SaltedTable table) throws DoNotRetryIOException {
    filter(scan, table).ifPresent(filter -> filter.applyTo(scan));
  }

  /** Sets the filter on a scan of stored keys, whose bounds are those of one bucket. */
  public static void installUnbounded(Scan scan, SaltedTable table) throws IOException {
    Optional<SegmentFilter> filter = filter(scan, table);
    if (filter.isPresent()) {
      scan.setFilter(filter.get().applyTo(new Scan().setFilter(scan.getFilter())).getFilter());
    }
  }

  /** The filter that the attribute of a scan describes, if the scan has it. */
  static Optional<SegmentFilter> filter(Scan scan, SaltedTable table) throws DoNotRetryIOException {
    byte[] text = scan.getAttribute(ATTRIBUTE);
    if (text == null) {
      return Optional.empty();
    }
    try {
      String query = new String(text, StandardCharsets.UTF_8);
      return Optional.of(SegmentFilter.where(table.layout(), query).onServer());
    } catch (QueryException e) {
      throw new DoNotRetryIOException(ATTRIBUTE + ": " + e.getMessage() + " (" + table + ")", e);
    }
  }
}
