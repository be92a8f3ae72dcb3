package io.halite.keys;

/**
 * {@code mod(ts) % N}: the number in a fixed-width segment, modulo N.
 *
 * <p>Digits are a decimal number of any length, int and long unsigned big-endian ones: digits
 * {@code 200101010001} modulo 16 is 1, the int {@code FF FF FF FF} modulo 10 is 5.
 */
record ModBucketing(KeyLayout layout, int index, int bucketCount) implements Bucketing {

  @Override
  public int bucketOf(byte[] array, int offset, int length) {
    long slice = layout.slice(index, array, offset, length);
    int from = offset + KeyLayout.sliceOffset(slice);
    int to = from + KeyLayout.sliceLength(slice);
    return segment().type().remainder(array, from, to, bucketCount);
  }

  @Override
  public BucketRun bucketsOf(CommonPrefix prefix) {
    if (!prefix.fixes(layout, index)) {
      return BucketRun.all(bucketCount);
    }
    long slice = layout.slice(index, prefix.bytes(), 0, prefix.length());
    int from = KeyLayout.sliceOffset(slice);
    return layout.admits(index, prefix.bytes(), from, from + KeyLayout.sliceLength(slice))
        ? BucketRun.one(bucketOf(prefix.bytes(), 0, prefix.length()))
        : BucketRun.NONE;
  }

  private Segment segment() {
    return layout.segments().get(index);
  }

  @Override
  public String toString() {
    return "mod(" + segment().name() + ") % " + bucketCount;
  }
}
