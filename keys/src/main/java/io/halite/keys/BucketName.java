package io.halite.keys;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How the number of a bucket is written beside a natural key: as one byte, in decimal digits, or as
 * a letter, and what separates it from the key.
 *
 * <pre>
 * bucket 7 of 16                       07
 * bucket 7 of 100 in digits            30 37         as String.format("%02d", …) writes it
 * bucket 3 of 4 in letters-            64 2D         d-
 * </pre>
 *
 * <p>All forms keep the order of the numbers. Immutable and thread-safe.
 */
final class BucketName {
  private final Form form;
  private final int numberWidth;
  private final byte[] separator;

  /** What the number is written with. */
  enum Form {
    /** One byte. */
    BYTE("", 1 << Byte.SIZE, 0),
    /** As many decimal digits as the greatest number has. */
    DIGITS("digits", 10, '0'),
    /** One of {@code a} to {@code z}. */
    LETTERS("letters", 26, 'a');

    private final String word;
    private final int base;
    private final int zero;

    Form(String word, int base, int zero) {
      this.word = word;
      this.base = base;
      this.zero = zero;
    }

    /** How a salt's text names the form; empty for a byte. */
    String word() {
      return word;
    }

    /** The most buckets that have names, if the grammar admits so many. */
    int mostBuckets(int admitted) {
      return this == LETTERS ? Math.min(admitted, base) : admitted;
    }
  }

  private BucketName(Form form, int numberWidth, String separator) {
    this.form = form;
    this.numberWidth = numberWidth;
    this.separator = separator.getBytes(StandardCharsets.US_ASCII);
  }

  /** One byte. */
  static BucketName ofByte() {
    return new BucketName(Form.BYTE, 1, "");
  }

  /**
   * The names of so many buckets: in digits two for 100.
   *
   * @param separator stands behind each name; ASCII
   */
  static BucketName of(Form form, int bucketCount, String separator) {
    int width = form == Form.DIGITS ? Integer.toString(bucketCount - 1).length() : 1;
    return new BucketName(form, width, separator);
  }

  int width() {
    return numberWidth + separator.length;
  }

  boolean isByte() {
    return form == Form.BYTE;
  }

  /** Returns the name of a bucket, in a new array. */
  byte[] of(int bucket) {
    byte[] name = new byte[width()];
    write(bucket, name, 0);
    return name;
  }

  /** Returns a bucket's name before {@code rest}, in a new array. */
  byte[] before(int bucket, byte[] rest) {
    byte[] stored = new byte[width() + rest.length];
    write(bucket, stored, 0);
    System.arraycopy(rest, 0, stored, width(), rest.length);
    return stored;
  }

  /** Returns a bucket's name behind {@code key}, in a new array. */
  byte[] behind(byte[] key, int bucket) {
    byte[] stored = Arrays.copyOf(key, key.length + width());
    write(bucket, stored, key.length);
    return stored;
  }

  private void write(int bucket, byte[] target, int offset) {
    int rest = bucket;
    for (int i = offset + numberWidth - 1; i >= offset; i--) {
      target[i] = (byte) (form.zero + rest % form.base);
      rest /= form.base;
    }
    System.arraycopy(separator, 0, target, offset + numberWidth, separator.length);
  }

  /** Returns the bucket whose name begins at {@code offset}; -1 if there is none. */
  int read(byte[] array, int offset) {
    int bucket = 0;
    for (int i = offset; i < offset + numberWidth; i++) {
      int digit = (array[i] & 0xFF) - form.zero;
      if (digit < 0 || digit >= form.base) {
        return -1;
      }
      bucket = bucket * form.base + digit;
    }
    for (int i = 0; i < separator.length; i++) {
      if (array[offset + numberWidth + i] != separator[i]) {
        return -1;
      }
    }
    return bucket;
  }

  /** Returns the name that begins at {@code offset} as people write it: {@code 7}, {@code d-}. */
  String text(byte[] array, int offset) {
    return isByte()
        ? Integer.toString(array[offset] & 0xFF)
        : new String(array, offset, width(), StandardCharsets.US_ASCII);
  }

  /** Returns the image of a natural range in a bucket. */
  KeyRange image(int bucket, KeyRange natural) {
    return natural.behind(of(bucket));
  }

  /** Returns what a salt's text says of it: nothing, {@code digits} or {@code letters-}. */
  @Override
  public String toString() {
    String word = form.word() + new String(separator, StandardCharsets.US_ASCII);
    return word.isEmpty() ? "" : " " + word;
  }
}
