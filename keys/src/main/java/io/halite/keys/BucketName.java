package io.halite.keys;

/**
 * How the number of a bucket is written before a natural key: as one byte, or in decimal digits.
 *
 * <p>Bucket 7 of 100 is {@code 07}, and in digits {@code 30 37}, as clients write it with {@code
 * String.format("%02d", …)}. Both keep the order of the numbers. Immutable and thread-safe.
 */
final class BucketName {
  private final int width;
  private final boolean digits;

  private BucketName(int width, boolean digits) {
    this.width = width;
    this.digits = digits;
  }

  /** One byte. */
  static BucketName ofByte() {
    return new BucketName(1, false);
  }

  /** As many digits as the greatest of so many buckets has: two for 100. */
  static BucketName ofDigits(int bucketCount) {
    return new BucketName(Integer.toString(bucketCount - 1).length(), true);
  }

  int width() {
    return width;
  }

  boolean isByte() {
    return !digits;
  }

  /** Returns the name of a bucket, in a new array. */
  byte[] of(int bucket) {
    byte[] name = new byte[width];
    write(bucket, name);
    return name;
  }

  /** Returns a bucket's name before {@code rest}, in a new array. */
  byte[] before(int bucket, byte[] rest) {
    byte[] stored = new byte[width + rest.length];
    write(bucket, stored);
    System.arraycopy(rest, 0, stored, width, rest.length);
    return stored;
  }

  private void write(int bucket, byte[] target) {
    if (!digits) {
      target[0] = (byte) bucket;
      return;
    }
    int rest = bucket;
    for (int i = width - 1; i >= 0; i--) {
      target[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** Returns the bucket whose name begins at {@code offset}; -1 if there is none. */
  int read(byte[] array, int offset) {
    if (!digits) {
      return array[offset] & 0xFF;
    }
    int bucket = 0;
    for (int i = 0; i < width; i++) {
      int digit = array[offset + i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      bucket = bucket * 10 + digit;
    }
    return bucket;
  }

  /** Returns the image of a natural range in a bucket. */
  KeyRange image(int bucket, KeyRange natural) {
    return natural.behind(of(bucket));
  }

  /** Returns what a salt's text says of it: nothing, or {@code digits}. */
  @Override
  public String toString() {
    return digits ? " digits" : "";
  }
}
