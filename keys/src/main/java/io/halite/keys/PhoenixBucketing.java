package io.halite.keys;

/**
 * {@code phoenix % N}: the salt byte that Apache Phoenix gives a row of a table with SALT_BUCKETS =
 * N, so that such a table can be adopted as it is.
 *
 * <p>The magnitude of h % N, where h is 31 * h + b over the signed bytes of the natural key, from 1
 * (Phoenix 5.2.1, {@code SaltingUtil.getSaltingByte}).
 */
record PhoenixBucketing(int bucketCount) implements Bucketing {

  /** Returns the hash that Phoenix and HBaseWD share. */
  static int hash(byte[] array, int offset, int length) {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  @Override
  public int bucketOf(byte[] array, int offset, int length) {
    int remainder = hash(array, offset, length) % bucketCount;
    return remainder < 0 ? -remainder : remainder;
  }

  @Override
  public BucketRun bucketsOf(CommonPrefix prefix) {
    return BucketRun.ofWholeKey(prefix, this);
  }

  @Override
  public String toString() {
    return "phoenix % " + bucketCount;
  }
}
