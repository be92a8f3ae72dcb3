package io.halite.keys;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code random % 16}: each write of a natural key goes to another bucket, and a read asks all.
 *
 * <pre>
 * random % 16             ORD7 at 1,000   0C·4F 52 44 37      at another time another bucket
 * random % 100 digits     ORD7 at 1,000   35 36·4F 52 44 37
 * </pre>
 *
 * <p>Buckets are chosen by {@link PlaceHash}, but a row is right in any of them: tables that were
 * salted by their clients' dice are adopted as they are.
 */
final class RandomSalt implements Salt {
  private final KeyLayout layout;
  private final int bucketCount;
  private final BucketName name;

  RandomSalt(KeyLayout layout, int bucketCount, BucketName name) {
    this.layout = layout;
    this.bucketCount = bucketCount;
    this.name = name;
  }

  @Override
  public int prefixWidth() {
    return name.width();
  }

  @Override
  public boolean keepsNaturalOrder() {
    return true;
  }

  @Override
  public boolean hasOneHome() {
    return false;
  }

  @Override
  public byte[] salt(byte[] naturalKey) {
    return salt(naturalKey, 0);
  }

  @Override
  public byte[] salt(byte[] naturalKey, long timestamp) {
    int limit = KeyBytes.MAX_STORED_LENGTH - prefixWidth();
    if (naturalKey.length > limit) {
      throw RowKeyException.tooLong(naturalKey.length, limit, prefixWidth());
    }
    layout.check(naturalKey);
    return name.before(PlaceHash.place(naturalKey, timestamp, bucketCount), naturalKey);
  }

  @Override
  public byte[] unsalt(byte[] storedKey) {
    if (storedKey.length <= prefixWidth()) {
      throw RowKeyException.noNaturalKey(
          KeyBytes.readable(storedKey), storedKey.length, prefixWidth());
    }
    return Arrays.copyOfRange(storedKey, prefixWidth(), storedKey.length);
  }

  @Override
  public List<byte[]> places(byte[] naturalKey) {
    boolean storable = naturalKey.length <= KeyBytes.MAX_STORED_LENGTH - prefixWidth();
    return storable && layout.accepts(naturalKey)
        ? buckets(0).mapToObj(bucket -> name.before(bucket, naturalKey)).toList()
        : List.of();
  }

  @Override
  public List<KeyRange> images(KeyRange natural) {
    CommonPrefix common = CommonPrefix.of(natural, layout.minimumLength());
    if (common == null || (common.isWholeKey() && !layout.accepts(common.bytes()))) {
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
    if (bucket < 0 || bucket >= bucketCount) {
      throw new IllegalArgumentException(
          "prefix " + KeyBytes.readable(prefix) + " is not one of salt '" + this + "'");
    }
    return name.image(bucket, natural);
  }

  @Override
  public void verify(byte[] array, int offset, int length) {
    int width = prefixWidth();
    if (length <= width) {
      throw RowKeyException.noNaturalKey(
          KeyBytes.readable(array, offset, length, 0), length, width);
    }
    int bucket = name.read(array, offset);
    if (bucket < 0 || bucket >= bucketCount) {
      throw RowKeyException.noBucket(
          KeyBytes.readable(array, offset, length, width), 0, bucketCount, this);
    }
    layout.check(array, offset + width, length - width);
  }

  @Override
  public List<byte[]> splitPoints() {
    return buckets(1).mapToObj(name::of).toList();
  }

  private IntStream buckets(int first) {
    return IntStream.range(first, bucketCount);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RandomSalt that
        && layout.equals(that.layout)
        && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return 31 * layout.hashCode() + toString().hashCode();
  }

  @Override
  public String toString() {
    return "random % " + bucketCount + name;
  }
}
