package io.halite.keys;

/**
 * Consecutive buckets: {@code first}, {@code first + 1}, …; bucket 0 follows the last bucket.
 *
 * @param first the first bucket; it has no meaning if the count is 0
 * @param count how many
 */
record BucketRun(int first, int count) {
  static final BucketRun NONE = new BucketRun(0, 0);

  static BucketRun one(int bucket) {
    return new BucketRun(bucket, 1);
  }

  /** The buckets of keys that begin so, under a bucketing by the hash of the whole key. */
  static BucketRun ofWholeKey(CommonPrefix prefix, Bucketing bucketing) {
    return prefix.isWholeKey()
        ? one(bucketing.bucketOf(prefix.bytes(), 0, prefix.length()))
        : all(bucketing.bucketCount());
  }

  static BucketRun all(int bucketCount) {
    return new BucketRun(0, bucketCount);
  }
}
