package io.halite.keys;

/**
 * Some buckets in a row: {@code first}, {@code first + 1}, …, going on at 0 after the last bucket.
 *
 * @param first the first bucket; without meaning if there are none
 * @param count how many
 */
record BucketRun(int first, int count) {
  static final BucketRun NONE = new BucketRun(0, 0);

  static BucketRun one(int bucket) {
    return new BucketRun(bucket, 1);
  }

  static BucketRun all(int bucketCount) {
    return new BucketRun(0, bucketCount);
  }
}
