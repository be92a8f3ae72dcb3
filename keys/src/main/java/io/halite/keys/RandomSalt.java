package io.halite.keys;

import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code random % 16}: each write of a natural key goes to the bucket that {@link PlaceHash}
 * computes from key and timestamp, and a read covers all buckets.
 *
 * <pre>
 * random % 16             ORD7 at 1,000   05·4F 52 44 37      at another time in another bucket
 * random % 100 digits     ORD7 at 1,000   34 35·4F 52 44 37
 * </pre>
 *
 * <p>A row is valid in any bucket, so a table whose clients chose buckets at random can be adopted
 * as it is.
 */
final class RandomSalt extends MultiPlaceSalt {
  private final BucketName name;

  RandomSalt(KeyLayout layout, int bucketCount, BucketName name) {
    super(layout, bucketCount);
    this.name = name;
  }

  @Override
  public int prefixWidth() {
    return name.width();
  }

  @Override
  public byte[] salt(byte[] naturalKey, long timestamp) {
    requireStorable(naturalKey);
    return name.before(place(naturalKey, timestamp), naturalKey);
  }

  @Override
  public List<byte[]> places(byte[] naturalKey) {
    return isStorable(naturalKey)
        ? buckets(0).mapToObj(bucket -> name.before(bucket, naturalKey)).toList()
        : List.of();
  }

  @Override
  public String saltText(byte[] storedKey) {
    return name.text(storedKey, 0);
  }

  @Override
  public List<KeyRange> images(KeyRange natural) {
    if (common(natural).isEmpty()) {
      return List.of();
    }
    return buckets(0).mapToObj(bucket -> name.image(bucket, natural)).toList();
  }

  @Override
  public List<byte[]> prefixes() {
    return buckets(0).mapToObj(name::of).toList();
  }

  @Override
  public KeyRange image(byte[] prefix, KeyRange natural) {
    int bucket = prefix.length == prefixWidth() ? name.read(prefix, 0) : -1;
    if (bucket < 0 || bucket >= count()) {
      throw noPrefix(prefix);
    }
    return name.image(bucket, natural);
  }

  @Override
  public void verify(byte[] array, int offset, int length) {
    verifyNatural(array, offset, length);
    int bucket = name.read(array, offset);
    if (bucket < 0 || bucket >= count()) {
      throw RowKeyException.noBucket(
          KeyBytes.readable(array, offset, length, prefixWidth()), 0, count(), this);
    }
  }

  @Override
  public List<byte[]> splitPoints() {
    return buckets(1).mapToObj(name::of).toList();
  }

  private IntStream buckets(int first) {
    return IntStream.range(first, count());
  }

  @Override
  public String toString() {
    return "random % " + count() + name;
  }
}
