package io.halite.routing.merge;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What is left to read of one image, and how to read it no further than a merge has to know.
 *
 * <p>Behind the row {@code 03·41 54} and before the natural key {@code 41 60} lies the range {@code
 * (03·41 54, 03·41 60)}; in a reversed scan the bounds change places. Not thread-safe.
 */
final class Remainder {
  private final Scan scan;
  private final byte[] prefix;
  private byte[] from;
  private boolean fromIncluded;

  /** All of the image that {@code scan} reads, behind a prefix of some bytes. */
  Remainder(Scan scan, int prefixWidth) {
    this(scan, prefix(scan.isReversed() ? scan.getStopRow() : scan.getStartRow(), prefixWidth));
  }

  /** All that {@code scan} reads, of rows in which natural keys have no place of their own. */
  Remainder(Scan scan) {
    this(scan, null);
  }

  private Remainder(Scan scan, byte[] prefix) {
    this.scan = scan;
    this.prefix = prefix;
    this.from = scan.getStartRow();
    this.fromIncluded = scan.includeStartRow();
  }

  private static byte[] prefix(byte[] first, int width) {
    return first.length < width ? null : Arrays.copyOf(first, width);
  }

  /** The row has been read, and all rows on the way to it. */
  void passed(Result row) {
    from = row.getRow();
    fromIncluded = false;
  }

  /** There is no row on the way to the natural key. */
  void passed(byte[] naturalKey) {
    from = stored(naturalKey);
    fromIncluded = true;
  }

  /** Whether the image lies behind one prefix, so that natural keys have a place in it. */
  boolean canBeBounded() {
    return prefix != null;
  }

  /** All that is left. */
  Scan rest() throws IOException {
    return new Scan(scan).withStartRow(from, fromIncluded);
  }

  /**
   * What is left on the way to a natural key, or all that is left if it is null, row by row: a row
   * that cannot be read does not hide those on the way to it.
   */
  Scan before(byte[] naturalKey) throws IOException {
    Scan part = rest().setCaching(1);
    return naturalKey == null ? part : part.withStopRow(stored(naturalKey), false);
  }

  /** Whether a scan comes to one natural key no later than to another; to null it comes last. */
  boolean isUpTo(byte[] naturalKey, byte[] other) {
    if (naturalKey == null || other == null) {
      return other == null;
    }
    int order = Arrays.compareUnsigned(naturalKey, other);
    return scan.isReversed() ? order >= 0 : order <= 0;
  }

  private byte[] stored(byte[] naturalKey) {
    byte[] stored = Arrays.copyOf(prefix, prefix.length + naturalKey.length);
    System.arraycopy(naturalKey, 0, stored, prefix.length, naturalKey.length);
    return stored;
  }
}
