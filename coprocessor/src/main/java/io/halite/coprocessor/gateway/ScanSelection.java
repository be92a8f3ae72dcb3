package io.halite.coprocessor.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hbase.thirdparty.com.google.common.hash.Hasher;
import org.apache.hbase.thirdparty.com.google.common.hash.Hashing;

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
  /** Metrics and the name of the table, which HBase's client sets on the scan that it reads. */
  private static final String OF_METRICS = "scan.attributes.";

  /** The selection of a scan. If its filter cannot be written, it is equal to no other one. */
  static ScanSelection of(Scan scan) {
    try {
      // Each copy of a scan has an attribute for the default isolation level, and a new scan none.
      return new Digest().add(new Scan(scan)).end();
    } catch (IOException | RuntimeException e) {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      return new ScanSelection(random.nextLong(), random.nextLong());
    }
  }

  private static final class Digest {
    private final Hasher hasher = Hashing.sha256().newHasher();

    ScanSelection end() {
      ByteBuffer bytes = ByteBuffer.wrap(hasher.hash().asBytes());
      return new ScanSelection(bytes.getLong(), bytes.getLong());
    }

    Digest add(Scan scan) throws IOException {
      add(scan.getStopRow()).add(scan.includeStopRow()).add(scan.isReversed());
      add(scan.getMaxVersions());
      add(scan.getMaxResultsPerColumnFamily()).add(scan.getRowOffsetPerColumnFamily());
      add(scan.getTimeRange()).addTimes(scan.getColumnFamilyTimeRange());
      addColumns(scan.getFamilyMap()).addAttributes(scan.getAttributesMap());
      Filter filter = scan.getFilter();
      add(filter != null);
      return filter == null
          ? this
          : add(text(filter.getClass().getName())).add(filter.toByteArray());
    }

    private Digest addColumns(Map<byte[], NavigableSet<byte[]>> columns) {
      add(columns.size());
      columns.forEach(
          (family, qualifiers) -> {
            // Without a qualifier, all of the family.
            add(family).add(qualifiers == null ? 0 : qualifiers.size());
            if (qualifiers != null) {
              qualifiers.forEach(this::add);
            }
          });
      return this;
    }

    private Digest addTimes(Map<byte[], TimeRange> ofFamilies) {
      add(ofFamilies.size());
      ofFamilies.forEach((family, times) -> add(family).add(times));
      return this;
    }

    private Digest addAttributes(Map<String, byte[]> attributes) {
      Map<String, byte[]> selecting = new TreeMap<>(attributes);
      selecting.keySet().removeIf(name -> name.startsWith(OF_METRICS));
      add(selecting.size());
      selecting.forEach((name, value) -> add(text(name)).add(value));
      return this;
    }

    private Digest add(TimeRange times) {
      hasher.putLong(times.getMin()).putLong(times.getMax());
      return this;
    }

    private Digest add(int number) {
      hasher.putInt(number);
      return this;
    }

    private Digest add(boolean flag) {
      hasher.putBoolean(flag);
      return this;
    }

    /** Adds bytes behind their length, so that no two lists of bytes are alike. */
    private Digest add(byte[] bytes) {
      hasher.putInt(bytes.length).putBytes(bytes);
      return this;
    }

    private static byte[] text(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }
}
