package io.halite.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The salt of an index: a byte before each entry, by the hash of its first value.
 *
 * <pre>
 * byOrder(order) % 16     entry  30 30 30 30 34 32·53 48 4F 50 30 30 30 30 34 32
 *                         row of the index table  0B·30 30 30 30 34 32 53 48 4F 50 …
 * </pre>
 *
 * <p>A lookup that gives the first value whole reads one bucket, any other reads all of them. The
 * bucket is the unsigned MurmurHash3 of the first value, modulo N. Immutable.
 *
 * @param buckets N; 1 for entries without a salt
 */
record EntrySalt(int buckets) {
  static final EntrySalt NONE = new EntrySalt(1);
  static final int MOST = 256;

  boolean isNone() {
    return buckets == 1;
  }

  /** How many bytes stand before an entry. */
  int width() {
    return isNone() ? 0 : 1;
  }

  /** The row of an entry in the table of the index. */
  byte[] row(IndexEntry entry, int firstWidth) {
    byte[] row = entry.row();
    return isNone()
        ? row
        : KeyBytes.concat(new byte[] {bucket(row, first(entry.width(), firstWidth))}, row);
  }

  /**
   * The entry of a row in the table of the index; empty if the row is not one that this salt makes.
   */
  Optional<IndexEntry> entry(byte[] row, int width, int firstWidth) {
    if (width < 0 || width >= row.length - width()) {
      return Optional.empty();
    }
    byte[] entry = Arrays.copyOfRange(row, width(), row.length);
    return isNone() || bucket(entry, first(width, firstWidth)) == row[0]
        ? Optional.of(IndexEntry.of(entry, width))
        : Optional.empty();
  }

  /** Where a range of entries lies, by the buckets of its table, in order. */
  List<KeyRange> images(KeyRange entries, Optional<byte[]> first) {
    KeyRange storable = entries.upTo(KeyBytes.MAX_STORED_LENGTH - width());
    if (storable.isEmpty()) {
      return List.of();
    }
    if (isNone()) {
      return List.of(storable);
    }
    List<KeyRange> images = new ArrayList<>();
    first.ifPresentOrElse(
        value -> images.add(storable.behind(new byte[] {bucket(value, value.length)})),
        () ->
            IntStream.range(0, buckets)
                .forEach(bucket -> images.add(storable.behind(new byte[] {(byte) bucket}))));
    return images;
  }

  /** Where to cut the table, so that each bucket is a region. */
  List<byte[]> splitPoints() {
    return IntStream.range(1, buckets).mapToObj(bucket -> new byte[] {(byte) bucket}).toList();
  }

  private byte bucket(byte[] value, int length) {
    return (byte) Integer.remainderUnsigned(Murmur3.hash(value, 0, length), buckets);
  }

  /** How many bytes of the values are the first one. */
  private static int first(int width, int firstWidth) {
    return firstWidth > 0 ? Math.min(firstWidth, width) : width;
  }

  /** Returns what stands behind the index in a spec: {@code % 16}, or nothing. */
  @Override
  public String toString() {
    return isNone() ? "" : " % " + buckets;
  }
}
