package io.halite.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A salt that writes the bucket before the natural key, as one byte or in decimal digits.
 *
 * <p>Under {@code hash(origin) % 16} the natural key {@code 4F 52 44 37} is stored as {@code 05·4F
 * 52 44 37}. Immutable and thread-safe.
 */
final class BucketedSalt extends BoundSalt {
  private final Bucketing bucketing;
  private final BucketName name;

  BucketedSalt(KeyLayout layout, Bucketing bucketing, BucketName name) {
    super(layout);
    this.bucketing = bucketing;
    this.name = name;
  }

  @Override
  public int prefixWidth() {
    return name.width();
  }

  @Override
  public List<String> hashedSegments() {
    return bucketing.hashedSegments();
  }

  @Override
  public byte[] salt(byte[] naturalKey) {
    requireStorable(naturalKey);
    return name.before(bucketing.bucketOf(naturalKey, 0, naturalKey.length), naturalKey);
  }

  @Override
  public String saltText(byte[] storedKey) {
    return name.text(storedKey, 0);
  }

  @Override
  public List<KeyRange> images(KeyRange natural) {
    return common(natural).map(common -> images(natural, common)).orElse(List.of());
  }

  private List<KeyRange> images(KeyRange natural, CommonPrefix common) {
    if (common.isWholeKey()) {
      byte[] key = common.bytes();
      return List.of(name.image(bucketing.bucketOf(key, 0, key.length), natural));
    }
    BucketRun run = bucketing.bucketsOf(common);
    int bucketCount = bucketing.bucketCount();
    List<KeyRange> images = new ArrayList<>(run.count() + 1);
    int wrapped = Math.max(0, run.first() + run.count() - bucketCount);
    for (int bucket = 0; bucket < wrapped; bucket++) {
      images.add(name.image(bucket, natural));
    }
    for (int i = 0; i < run.count() - wrapped; i++) {
      images.add(name.image(run.first() + i, natural));
    }
    if (bucketing.strayBucket() >= 0) {
      images.add(name.image(bucketing.strayBucket(), natural));
    }
    return images;
  }

  @Override
  public List<byte[]> ordinaryPrefixes() {
    return IntStream.range(0, bucketing.bucketCount()).mapToObj(name::of).toList();
  }

  @Override
  public List<byte[]> prefixes() {
    List<byte[]> prefixes = new ArrayList<>(ordinaryPrefixes());
    if (bucketing.strayBucket() >= 0) {
      prefixes.add(name.of(bucketing.strayBucket()));
    }
    return prefixes;
  }

  @Override
  public KeyRange image(byte[] prefix, KeyRange natural) {
    int bucket = prefix.length == prefixWidth() ? name.read(prefix, 0) : -1;
    if (bucket < 0 || (bucket >= bucketing.bucketCount() && bucket != bucketing.strayBucket())) {
      throw noPrefix(prefix);
    }
    return name.image(bucket, natural);
  }

  @Override
  public void verify(byte[] array, int offset, int length) {
    int width = prefixWidth();
    verifyNatural(array, offset, length);
    int given = name.read(array, offset);
    int expected = bucketing.bucketOf(array, offset + width, length - width);
    if (given != expected) {
      String stored = KeyBytes.readable(array, offset, length, width);
      String natural = KeyBytes.readable(array, offset + width, length - width, 0);
      byte[] prefix = Arrays.copyOfRange(array, offset, offset + width);
      throw name.isByte()
          ? RowKeyException.wrongSalt(
              stored, "%02X".formatted(given), "%02X".formatted(expected), natural, this)
          : RowKeyException.wrongSalt(stored, prefix, name.of(expected), natural, this);
    }
  }

  @Override
  public List<byte[]> splitPoints() {
    return IntStream.range(1, bucketing.bucketCount()).mapToObj(name::of).toList();
  }

  @Override
  public String toString() {
    return bucketing.toString() + name;
  }
}
