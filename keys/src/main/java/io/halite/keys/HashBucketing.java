package io.halite.keys;

/**
 * {@code hash(a b) % N}: the unsigned Murmur3 hash of segments, modulo N.
 *
 * <p>With {@code spread(c % M)}, the bucket of a and b is moved on by 0 to M - 1 according to the
 * hash of c, so that keys with the same a and b lie in at most M adjacent buckets.
 *
 * @param hashed the segments that choose the bucket
 * @param spreader the segments that move it on; null without a spread
 * @param spread how many buckets they reach; 1 without a spread
 * @param bucketCount N
 */
record HashBucketing(HashedSegments hashed, HashedSegments spreader, int spread, int bucketCount)
    implements Bucketing {

  @Override
  public int bucketOf(byte[] array, int offset, int length) {
    int bucket = Integer.remainderUnsigned(hashed.hash(array, offset, length), bucketCount);
    if (spreader == null) {
      return bucket;
    }
    int move = Integer.remainderUnsigned(spreader.hash(array, offset, length), spread);
    return (bucket + move) % bucketCount;
  }

  @Override
  public BucketRun bucketsOf(CommonPrefix prefix) {
    if (!hashed.fixedBy(prefix)) {
      return BucketRun.all(bucketCount);
    }
    if (spreader == null || spreader.fixedBy(prefix)) {
      return BucketRun.one(bucketOf(prefix.bytes(), 0, prefix.length()));
    }
    int hash = hashed.hash(prefix.bytes(), 0, prefix.length());
    return new BucketRun(Integer.remainderUnsigned(hash, bucketCount), spread);
  }

  @Override
  public String toString() {
    String tail = spreader == null ? "" : " spread(" + spreader + " % " + spread + ")";
    return "hash(" + hashed + ")" + tail + " % " + bucketCount;
  }
}
