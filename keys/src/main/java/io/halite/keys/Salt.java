package io.halite.keys;

import java.util.List;

/**
 * How a table's natural keys become stored keys, bound to the layout of its {@link SaltingSpec}.
 *
 * <pre>
 * hash(origin) % 16 over origin:3        natural key ORD7 (4F 52 44 37)
 * +------+-------------+
 * | salt | natural key |                 stored key  05·4F 52 44 37
 * |  1 B |             |
 * +------+-------------+
 * </pre>
 *
 * <p>It answers three questions, also for salts of several places or of scattered order: which
 * stored keys may hold a natural key ({@link #places}), which stored ranges image a natural range
 * ({@link #images}), and whether natural order is kept in each image ({@link #keepsNaturalOrder}).
 * Pure and thread-safe; its text is the canonical value of {@code salt=}.
 */
public sealed interface Salt permits BoundSalt {
  /** Returns how many bytes stand before the natural key: 1 for a bucket byte, 0 for none. */
  int prefixWidth();

  /**
   * Whether a stored key is {@link #prefixWidth} bytes and then the natural key, byte for byte;
   * false where segments are reversed.
   */
  default boolean isPrefix() {
    return true;
  }

  /**
   * Whether {@link #verify} distinguishes stored keys from other keys. If true, it refuses most
   * natural keys, and so a file of them. Under {@code hash(*) % 16} a natural key passes with a
   * probability of 1/16 at most. Under {@code reverse} it is false: each natural key is a stored
   * key of another row. Under {@code random} and {@code random-suffix} it is false, too: each key
   * of the right length passes if it has a bucket's bytes in their place.
   */
  default boolean distinguishesStoredKeys() {
    return true;
  }

  /** Whether stored order within one image is natural order, whatever the range. */
  boolean keepsNaturalOrder();

  /**
   * Whether the images of this range hold its keys alone, each in natural order. Always so of
   * buckets; of {@code md5(user)[0:4]} if the range fixes the user.
   */
  default boolean keepsNaturalOrder(KeyRange natural) {
    return keepsNaturalOrder();
  }

  /**
   * Returns the names of the segments that a range must fix for its keys to lie in one place, in
   * order; {@code *} for the whole key; none if stored order is natural order.
   */
  default List<String> scatteringSegments() {
    return List.of();
  }

  /**
   * Returns the names of segments whose hash makes the salt, in the order of the salt; {@code *}
   * for the whole key; none if the salt is not such a hash, as of {@code mod}, under which numbered
   * keys have salts in a row. Two keys that differ in these segments have the same salt only by
   * coincidence.
   */
  default List<String> hashedSegments() {
    return List.of();
  }

  /**
   * Whether a natural key has one stored key; false if the cells of a row may lie in all {@link
   * #places}.
   */
  default boolean isSinglePlace() {
    return true;
  }

  /**
   * Returns the stored key that a write of a natural key goes to, in a new array.
   *
   * @param timestamp of the write's cells, in milliseconds; a single-place salt ignores it
   * @throws RowKeyException as {@link #salt(byte[])}
   */
  default byte[] salt(byte[] naturalKey, long timestamp) {
    return salt(naturalKey);
  }

  /**
   * Returns the stored key of a natural key, in a new array; if it has several, one of them.
   *
   * @throws RowKeyException if the natural key is empty, does not fit the layout, or makes a stored
   *     key of more than 32,767 bytes
   * @see #unsalt
   */
  byte[] salt(byte[] naturalKey);

  /**
   * Returns the natural key in a stored key, in a new array. It does not check the salt.
   *
   * @throws RowKeyException if the stored key is no longer than a salt
   * @see #salt
   * @see #verify
   */
  byte[] unsalt(byte[] storedKey);

  /**
   * Returns the salt of a stored key as people write it: a byte as a number, {@code 5}, digits and
   * letters as they are, {@code 05} or {@code c-}; empty if the key has none beside it.
   *
   * @param storedKey made by this salt
   */
  default String saltText(byte[] storedKey) {
    return "";
  }

  /**
   * Returns the stored keys that may hold the natural key: one, or all {@linkplain #isSinglePlace
   * where it has several}, or none if the natural key is empty, too long or does not fit the
   * layout. A read of such a key finds nothing.
   */
  List<byte[]> places(byte[] naturalKey);

  /**
   * Returns the stored ranges that together hold exactly the stored keys of a natural range's keys,
   * in stored order: one for each bucket that can hold such a key. Where a salt does not
   * {@linkplain #keepsNaturalOrder(KeyRange) keep the order} of the range, they hold other keys as
   * well.
   *
   * <p>A range that fixes all segments which the salt hashes has one image; an empty range, or one
   * without a key that fits the layout, may have none. Example at 4 buckets: {@code [41, 42)} gives
   * {@code [00·41, 00·42)} to {@code [03·41, 03·42)}.
   */
  List<KeyRange> images(KeyRange natural);

  /**
   * Returns the prefixes that stored keys can have, in stored order; a single empty prefix if the
   * salt has none, or too many to merge.
   */
  default List<byte[]> prefixes() {
    return List.of(new byte[0]);
  }

  /**
   * Returns those of the {@link #prefixes} over which keys are spread, in stored order: all but the
   * stray one of {@code hbasewd % 15}, {@code F8}, which one hash of 2^32 makes.
   */
  default List<byte[]> ordinaryPrefixes() {
    return prefixes();
  }

  /**
   * Returns how many bits the salt of a key has: 4 of 16 buckets, 16 of {@code md5(*)[0:4]}, 0
   * without a prefix.
   */
  default int bits() {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(prefixes().size());
  }

  /**
   * Returns the image of a natural range behind one of the {@link #prefixes}: {@code 03} and {@code
   * [41, +∞)} give {@code [03·41, 04)}; behind {@code FF} such a range has no stop.
   */
  KeyRange image(byte[] prefix, KeyRange natural);

  /**
   * Refuses a stored key that this salt cannot have made. A valid key costs no allocation, except
   * under a digest.
   *
   * @param array holds the stored key
   * @param offset its first byte
   * @param length its length in bytes
   * @throws RowKeyException if the prefix is not the salt of the rest, or the rest does not fit
   */
  void verify(byte[] array, int offset, int length);

  /**
   * Returns the keys that cut a table into one region per bucket, {@code 01}, {@code 02}, …; none
   * if stored keys do not begin with a bucket.
   */
  default List<byte[]> splitPoints() {
    return List.of();
  }
}
