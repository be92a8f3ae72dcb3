package io.halite.keys;

import java.util.List;

/**
 * {@code hash(a b) % N}: the unsigned Murmur3 hash of segments, modulo N.
 *
 * @param hashed the segments that choose the bucket
 * @param bucketCount N
 */
record HashBucketing(HashedSegments hashed, int bucketCount) implements Bucketing {

  @Override
  public int bucketOf(byte[] array, int offset, int length) {
    return Integer.remainderUnsigned(hashed.hash(array, offset, length), bucketCount);
  }

  @Override
  public BucketRun bucketsOf(CommonPrefix prefix) {
    return hashed.fixedBy(prefix)
        ? BucketRun.one(bucketOf(prefix.bytes(), 0, prefix.length()))
        : BucketRun.all(bucketCount);
  }

  @Override
  public List<String> hashedSegments() {
    return hashed.names();
  }

  @Override
  public String toString() {
    return "hash(" + hashed + ") % " + bucketCount;
  }
}
