package io.halite.coprocessor.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a scan selects behind its start row: columns, times, versions, filter, direction, stop row,
 * and all attributes but those of metrics. Immutable.
 *
 * <p>HBase's client changes nothing of these when it resumes a scan; it changes the start row and
 * the limit. If the application opens the scan again, it clears the ticket. Another client may not,
 * although the scan has other columns by then.
 *
 * @param high the first eight bytes of a SHA-256
 * @param low the next eight
 */
record ScanSelection(long high, long low) {
  private static final Logger LOG = LoggerFactory.getLogger(ScanSelection.class);

  /** Metrics and the name of the table, which HBase's client sets on the scan that it reads. */
  private static final String OF_METRICS = "scan.attributes.";

  /** The selection of a scan. If its filter cannot be written, it is equal to no other one. */
  static ScanSelection of(Scan scan) {
    try {
      // Each copy of a scan has an attribute for the default isolation level, and a new scan none.
      ByteBuffer digest = ByteBuffer.wrap(digest(new Scan(scan)).bytes());
      return new ScanSelection(digest.getLong(), digest.getLong());
    } catch (IOException | RuntimeException e) {
      LOG.debug("a scan whose filter cannot be written is resumed without what was read of it", e);
      ThreadLocalRandom random = ThreadLocalRandom.current();
      return new ScanSelection(random.nextLong(), random.nextLong());
    }
  }

  private static Digest digest(Scan scan) throws IOException {
    Digest digest =
        new Digest()
            .add(scan.getStopRow())
            .add(scan.includeStopRow())
            .add(scan.isReversed())
            .add(scan.getMaxVersions())
            .add(scan.getMaxResultsPerColumnFamily())
            .add(scan.getRowOffsetPerColumnFamily());
    addTimes(digest, scan.getTimeRange());
    digest.add(scan.getColumnFamilyTimeRange().size());
    scan.getColumnFamilyTimeRange().forEach((family, times) -> addTimes(digest.add(family), times));
    digest.add(scan.getFamilyMap().size());
    scan.getFamilyMap().forEach((family, columns) -> addColumns(digest.add(family), columns));
    addAttributes(digest, scan.getAttributesMap());
    Filter filter = scan.getFilter();
    digest.add(filter != null);
    return filter == null
        ? digest
        : digest.add(filter.getClass().getName()).add(filter.toByteArray());
  }

  private static void addTimes(Digest digest, TimeRange times) {
    digest.add(times.getMin()).add(times.getMax());
  }

  /** Adds the columns of one family; without a column, all of it. */
  private static void addColumns(Digest digest, @Nullable NavigableSet<byte[]> columns) {
    digest.add(columns == null ? 0 : columns.size());
    if (columns != null) {
      columns.forEach(digest::add);
    }
  }

  private static void addAttributes(Digest digest, Map<String, byte[]> attributes) {
    Map<String, byte[]> selecting = new TreeMap<>(attributes);
    selecting.keySet().removeIf(name -> name.startsWith(OF_METRICS));
    digest.add(selecting.size());
    selecting.forEach((name, value) -> digest.add(name).add(value));
  }
}
