package io.halite.keys;

import java.util.List;

/**
 * Which bucket a natural key belongs to; bound to a layout, pure.
 *
 * <p>A bucket is named by its prefix byte, 0 to 255. Prefixes 0 to {@link #bucketCount()} - 1 are
 * the ordinary ones.
 */
sealed interface Bucketing
    permits HashBucketing, SpreadBucketing, ModBucketing, PhoenixBucketing, HBaseWdBucketing {
  /** Returns the number of buckets, 2 to 256. */
  int bucketCount();

  /** Returns the bucket of a natural key that fits the layout. */
  int bucketOf(byte[] array, int offset, int length);

  /** Returns the ordinary buckets that keys which begin so may belong to. */
  BucketRun bucketsOf(CommonPrefix prefix);

  /** Returns the names as {@link Salt#hashedSegments}. */
  default List<String> hashedSegments() {
    return List.of();
  }

  /** Returns a prefix beyond the ordinary ones that some keys get; -1 if there is none. */
  default int strayBucket() {
    return -1;
  }
}
