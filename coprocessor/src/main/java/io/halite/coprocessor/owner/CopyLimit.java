package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.table.Setting;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Limits the bytes that all copies of one request carry together, beside their rows, and how many
 * copies are sent at once. A gateway sends one copy to each place.
 *
 * <p>It sends a scan with a filter of 1 MiB over 256 buckets as 256 MiB. A request to one place is
 * as large as the client made it, and passes without a check. Thread-safe; {@code update_config}
 * may change how many copies are sent at once.
 */
public final class CopyLimit {
  /**
   * Bytes of memory for each name or value beside its content: a map entry, an object, an array.
   */
  private static final int OVERHEAD = 64;

  /** Copies that together have less are not reserved: a usual read fits while memory is short. */
  static final long UNRESERVED = 1 << 20;

  /**
   * The most requests that one RPC should have: HBase warns of more by default, and refuses them
   * where its site says so ({@value #REJECTS}).
   */
  static final int MOST_AT_ONCE = 5_000;

  /** Whether servers refuse a request of more rows, or write a warning about it. */
  private static final String REJECTS = "hbase.rpc.rows.size.threshold.reject";

  private final Configuration server;
  private final long bytes;

  /** Limits by a server's configuration. */
  public CopyLimit(Configuration server) {
    this.server = server;
    this.bytes = Setting.REQUEST_COPIES_BYTES.number(server);
  }

  /** Returns the most copies that one RPC may have, as HBase's servers refuse more now. */
  public int atOnce() {
    if (!server.getBoolean(REJECTS, false)) {
      return MOST_AT_ONCE;
    }
    int ofHost = server.getInt(HConstants.BATCH_ROWS_THRESHOLD_NAME, MOST_AT_ONCE);
    return Math.max(1, Math.min(MOST_AT_ONCE, ofHost));
  }

  /** Returns the most bytes that all copies of one request may carry. */
  public long bytes() {
    return bytes;
  }

  /**
   * Refuses a read whose attributes, columns and filter, times {@code copies}, exceed the limit.
   *
   * @return the bytes of all copies that are to be reserved; 0 for few
   * @throws DoNotRetryIOException naming the bytes, the limit and the cure
   */
  public long check(Query natural, int copies, Object table) throws IOException {
    return copies > 1 ? check(whole(natural), copies, table) : 0;
  }

  /** As {@link #check(Query, int, Object)}, for a read whose filter the gateway does not send. */
  public long checkWithoutFilter(Query natural, int copies, Object table)
      throws DoNotRetryIOException {
    return copies > 1 ? check(attributes(natural) + columns(natural), copies, table) : 0;
  }

  /** Refuses a request of {@code size} bytes if it goes to several places and exceeds the limit. */
  public long check(long size, int copies, Object table) throws DoNotRetryIOException {
    return copies > 1 ? checkAll(size + ofTheRequest(), copies, table) : 0;
  }

  /** Bytes of the attributes of the client's RPC, which every copy carries. */
  private static long ofTheRequest() {
    long size = 0;
    for (Map.Entry<String, byte[]> attribute : ClientRequest.current().attributes().entrySet()) {
      size += OVERHEAD + attribute.getKey().length() + attribute.getValue().length;
    }
    return size;
  }

  private long checkAll(long size, int copies, Object table) throws DoNotRetryIOException {
    if (size > bytes / copies) {
      throw new DoNotRetryIOException(
          "a request of "
              + size
              + " bytes (attributes, columns, filter, cells) would be sent "
              + copies
              + " times, "
              + BigInteger.valueOf(size).multiply(BigInteger.valueOf(copies))
              + " bytes in all: all copies together may have at most "
              + bytes
              + " bytes; send less in one request, for a scan give one value to each segment that"
              + " the salt hashes, or raise "
              + Setting.REQUEST_COPIES_BYTES.key()
              + " in hbase-site.xml of the region servers ("
              + table
              + ")");
    }
    return size * copies < UNRESERVED ? 0 : size * copies;
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
