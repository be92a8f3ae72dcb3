package io.halite.keys;

import java.util.List;

/**
 * {@code hash(a b) spread(c % M) % N}: the bucket that the hash of a and b chooses, moved on by 0
 * to M - 1 according to the hash of c. What shares a and b lies in at most M adjacent buckets.
 *
 * @param base the bucketing by a and b, {@code hash(a b) % N}
 * @param spreader the segments that move the bucket on
 * @param spread M, how many buckets they reach
 */
record SpreadBucketing(HashBucketing base, HashedSegments spreader, int spread)
    implements Bucketing {

  @Override
  public int bucketCount() {
    return base.bucketCount();
  }

  @Override
  public int bucketOf(byte[] array, int offset, int length) {
    int move = Integer.remainderUnsigned(spreader.hash(array, offset, length), spread);
    return (base.bucketOf(array, offset, length) + move) % bucketCount();
  }

  @Override
  public BucketRun bucketsOf(CommonPrefix prefix) {
    if (!base.hashed().fixedBy(prefix)) {
      return BucketRun.all(bucketCount());
    }
    return spreader.fixedBy(prefix)
        ? BucketRun.one(bucketOf(prefix.bytes(), 0, prefix.length()))
        : new BucketRun(base.bucketOf(prefix.bytes(), 0, prefix.length()), spread);
  }

  @Override
  public List<String> hashedSegments() {
    return base.hashedSegments();
  }

  @Override
  public String toString() {
    return "hash(%s) spread(%s %% %s) %% %s"
        .formatted(base.hashed(), spreader, spread, bucketCount());
  }
}
