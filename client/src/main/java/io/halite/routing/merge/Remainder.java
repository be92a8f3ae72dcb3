package io.halite.routing.merge;

import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The part of one image that a merge has not read yet, and scans that read only as much of it as
 * the merge needs.
 *
 * <p>After the row {@code 03·41 54} and before the natural key {@code 41 60} lies the range {@code
 * (03·41 54, 03·41 60)}; a reversed scan swaps the bounds. Not thread-safe.
 */
final class Remainder {
  private final Scan scan;
  private final Optional<byte[]> prefix;
  private byte[] from;
  private boolean fromIncluded;

  /** Whether the row at {@code from} has been read, and may have more cells. */
  private boolean open;

  /** The whole image that {@code scan} reads, behind a prefix of {@code prefixWidth} bytes. */
  Remainder(Scan scan, int prefixWidth) {
    this(scan, prefix(scan.isReversed() ? scan.getStopRow() : scan.getStartRow(), prefixWidth));
  }

  /** All that {@code scan} reads, where the stored keys do not follow the order of natural keys. */
  Remainder(Scan scan) {
    this(scan, Optional.empty());
  }

  private Remainder(Scan scan, Optional<byte[]> prefix) {
    this.scan = scan;
    this.prefix = prefix;
    this.from = scan.getStartRow();
    this.fromIncluded = scan.includeStartRow();
  }

  private static Optional<byte[]> prefix(byte[] first, int width) {
    return first.length < width ? Optional.empty() : Optional.of(Arrays.copyOf(first, width));
  }

  /** Records that this row has been read, unless it may have more cells, and all rows before it. */
  void passed(Result row) {
    from = row.getRow();
    fromIncluded = row.mayHaveMoreCellsInRow();
    open = fromIncluded;
  }

  /**
   * Records that the last row has no more cells, since what was read has ended. HBase says that a
   * row may have more cells if its answer ends before all older versions and dropped cells of it.
   */
  void ended() {
    fromIncluded &= !open;
    open = false;
  }

  /** Records that there is no row before the natural key. */
  void passed(byte[] naturalKey) {
    from = stored(naturalKey);
    fromIncluded = true;
    open = false;
  }

  /** Whether the image lies behind one prefix, so that a natural key can bound a scan of it. */
  boolean canBeBounded() {
    return prefix.isPresent();
  }

  /** Returns a scan that reads the rest of the image. */
  Scan rest() throws IOException {
    return new Scan(scan).withStartRow(from, fromIncluded);
  }

  /**
   * Returns a scan of the rest of the image before a natural key, or of the whole rest without a
   * bound. The scan fetches one row at a time, so that a row that cannot be read does not hide the
   * rows before it.
   */
  Scan before(Optional<byte[]> naturalKey) throws IOException {
    Scan part = rest().setCaching(1);
    return naturalKey.isEmpty() ? part : part.withStopRow(stored(naturalKey.get()), false);
  }

  /** Whether a scan reaches one natural key no later than another; empty is the end of the scan. */
  boolean isUpTo(Optional<byte[]> naturalKey, Optional<byte[]> other) {
    if (naturalKey.isEmpty() || other.isEmpty()) {
      return other.isEmpty();
    }
    int order = Arrays.compareUnsigned(naturalKey.get(), other.get());
    return scan.isReversed() ? order >= 0 : order <= 0;
  }

  /** Whether two natural keys that bound a scan are the same, or both are the end of the scan. */
  static boolean isSame(Optional<byte[]> bound, Optional<byte[]> other) {
    return Arrays.equals(bound.orElse(null), other.orElse(null));
  }

  private byte[] stored(byte[] naturalKey) {
    return KeyBytes.concat(prefix.orElseThrow(), naturalKey);
  }
}
