package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.table.Setting;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Limits the bytes that a gateway sends in all copies of one request, one for each place that it is
 * sent to: what the copies carry together beside their rows.
 *
 * <p>A scan with a filter of 1 MiB over 256 buckets is sent as 256 MiB. What is sent to one place
 * is as large as the client made it, and is not looked at. Immutable and thread-safe.
 */
public final class CopyLimit {
  /**
   * What a copy has of a name or value beside its bytes: an entry of a map, an object, an array.
   */
  private static final int OVERHEAD = 64;

  private final long bytes;

  /** The limit that a server's configuration sets. */
  public CopyLimit(Configuration server) {
    this.bytes = Setting.REQUEST_COPIES_BYTES.number(server);
  }

  /** The most bytes that may be sent at once. */
  public long bytes() {
    return bytes;
  }

  /** Refuses a read whose attributes, columns and filter, so many times, are too much. */
  public void check(Query natural, int copies, Object table) throws IOException {
    if (copies > 1) {
      check(whole(natural), copies, table);
    }
  }

  /** The same for a read whose filter is not sent along. */
  public void checkWithoutFilter(Query natural, int copies, Object table)
      throws DoNotRetryIOException {
    if (copies > 1) {
      check(attributes(natural) + columns(natural), copies, table);
    }
  }

  /** Refuses what has {@code size} bytes and is sent to more than one place, if it is too much. */
  public void check(long size, int copies, Object table) throws DoNotRetryIOException {
    if (copies > 1) {
      checkAll(size + ofTheRequest(), copies, table);
    }
  }

  /** What goes along with every copy: the attributes of the client's request itself. */
  private static long ofTheRequest() {
    long size = 0;
    for (Map.Entry<String, byte[]> attribute : ClientRequest.current().attributes().entrySet()) {
      size += OVERHEAD + attribute.getKey().length() + attribute.getValue().length;
    }
    return size;
  }

  private void checkAll(long size, int copies, Object table) throws DoNotRetryIOException {
    if (size > bytes / copies) {
      throw new DoNotRetryIOException(
          "a request with "
              + size
              + " bytes of attributes, columns, filter or cells would be sent to "
              + copies
              + " places: together they have at most "
              + bytes
              + " bytes; ask with less at once, fix the segments that the salt hashes, or raise "
              + Setting.REQUEST_COPIES_BYTES.key()
              + " in hbase-site.xml of the region servers ("
              + table
              + ")");
    }
  }

  private static long whole(Query natural) throws IOException {
    Filter filter = natural.getFilter();
    long size = attributes(natural) + columns(natural);
    return filter == null ? size : size + filter.toByteArray().length;
  }

  /** Bytes of the names and values of a request's attributes. */
  public static long attributes(Attributes request) {
    long size = 0;
    for (Map.Entry<String, byte[]> attribute : request.getAttributesMap().entrySet()) {
      size += OVERHEAD + attribute.getKey().length() + attribute.getValue().length;
    }
    return size;
  }

  private static long columns(Query natural) {
    Map<byte[], NavigableSet<byte[]>> families =
        natural instanceof Get get ? get.getFamilyMap() : ((Scan) natural).getFamilyMap();
    long size = OVERHEAD * (long) natural.getColumnFamilyTimeRange().size();
    for (NavigableSet<byte[]> qualifiers : families.values()) {
      if (qualifiers != null) {
        for (byte[] qualifier : qualifiers) {
          size += OVERHEAD + (qualifier == null ? 0 : qualifier.length);
        }
      }
    }
    return size;
  }
}
