package io.halite.keys;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code random-suffix % 16}: the natural key, then a bucket that {@link PlaceHash} computes from
 * key and timestamp, as a byte, in decimal digits or as a letter.
 *
 * <pre>
 * random-suffix % 16, id:4             ORD7 at 1,000     4F 52 44 37·05
 * random-suffix % 100 digits, id:4     ORD7 at 1,000     4F 52 44 37·34 35
 * </pre>
 *
 * <p>The layout must have fixed widths only. After a key of variable length, a suffix could not be
 * distinguished from the key's bytes, and stored order would not be natural order.
 */
final class SuffixSalt extends MultiPlaceSalt {
  private final int width;
  private final BucketName name;

  /** A salt over a layout whose segments are all of fixed width. */
  SuffixSalt(KeyLayout layout, int suffixes, BucketName name) {
    super(layout, suffixes);
    this.width = layout.minimumLength();
    this.name = name;
  }

  @Override
  public boolean isPrefix() {
    return false;
  }

  @Override
  public byte[] salt(byte[] naturalKey, long timestamp) {
    layout().check(naturalKey);
    if (naturalKey.length != width) {
      throw RowKeyException.notOfWidth(
          "natural key " + KeyBytes.readable(naturalKey), naturalKey.length, width, this);
    }
    return name.behind(naturalKey, place(naturalKey, timestamp));
  }

  @Override
  public byte[] unsalt(byte[] storedKey) {
    if (storedKey.length <= name.width()) {
      throw RowKeyException.noNaturalKey(
          KeyBytes.readable(storedKey), storedKey.length, name.width());
    }
    return Arrays.copyOf(storedKey, storedKey.length - name.width());
  }

  @Override
  public String saltText(byte[] storedKey) {
    return name.text(storedKey, storedKey.length - name.width());
  }

  @Override
  public List<byte[]> places(byte[] naturalKey) {
    return naturalKey.length == width && layout().accepts(naturalKey)
        ? IntStream.range(0, count()).mapToObj(suffix -> name.behind(naturalKey, suffix)).toList()
        : List.of();
  }

  @Override
  public List<KeyRange> images(KeyRange natural) {
    KeyRange image = image(new byte[0], natural);
    return image.isEmpty() ? List.of() : List.of(image);
  }

  /**
   * {@inheritDoc}
   *
   * <p>A bound that is longer than the keys lies after the key that it begins with. Its image lies
   * after all stored keys of that key.
   */
  @Override
  public KeyRange image(byte[] prefix, KeyRange natural) {
    if (prefix.length > 0) {
      throw noPrefix(prefix);
    }
    return natural.upTo(width);
  }

  @Override
  public void verify(byte[] array, int offset, int length) {
    if (length != width + name.width()) {
      throw RowKeyException.notOfWidth(
          "stored key " + KeyBytes.readable(array, offset, length, 0),
          length,
          width + name.width(),
          this);
    }
    layout().check(array, offset, width);
    int suffix = name.read(array, offset + width);
    if (suffix < 0 || suffix >= count()) {
      throw RowKeyException.noBucket(
          KeyBytes.readable(array, offset, length, width), width, count(), this);
    }
  }

  @Override
  public String toString() {
    return "random-suffix % " + count() + name;
  }
}
