package io.halite.keys;

/**
 * {@code hbasewd % N}: the prefix that HBaseWD's RowKeyDistributorByHashPrefix gives over its
 * OneByteSimpleHash, so that its tables can be adopted as they are.
 *
 * <p>The magnitude of h, modulo N, with Phoenix's h. For the one h that has no positive magnitude,
 * {@code Integer.MIN_VALUE}, HBaseWD (0.1.0) writes the negative remainder as a byte: {@code F8} at
 * N = 15. If that byte is not one of the N prefixes, it is a stray bucket: Halite writes and reads
 * it, but HBaseWD's own scans miss it.
 */
record HBaseWdBucketing(int bucketCount) implements Bucketing {

  @Override
  public int bucketOf(byte[] array, int offset, int length) {
    int hash = PhoenixBucketing.hash(array, offset, length);
    int remainder = hash % bucketCount;
    if (hash == Integer.MIN_VALUE) {
      return remainder & 0xFF;
    }
    return remainder < 0 ? -remainder : remainder;
  }

  @Override
  public BucketRun bucketsOf(CommonPrefix prefix) {
    return BucketRun.ofWholeKey(prefix, this);
  }

  @Override
  public int strayBucket() {
    int quirk = (Integer.MIN_VALUE % bucketCount) & 0xFF;
    return quirk < bucketCount ? -1 : quirk;
  }

  @Override
  public String toString() {
    return "hbasewd % " + bucketCount;
  }
}
