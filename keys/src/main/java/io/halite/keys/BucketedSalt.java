package io.halite.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A salt of one byte, the bucket, before the natural key. */
final class BucketedSalt implements Salt {
  private static final int PREFIX_WIDTH = 1;
  private static final int MAX_NATURAL_LENGTH = KeyBytes.MAX_STORED_LENGTH - PREFIX_WIDTH;

  private final KeyLayout layout;
  private final Bucketing bucketing;

  BucketedSalt(KeyLayout layout, Bucketing bucketing) {
    this.layout = layout;
    this.bucketing = bucketing;
  }

  @Override
  public int prefixWidth() {
    return PREFIX_WIDTH;
  }

  @Override
  public boolean keepsNaturalOrder() {
    return true;
  }

  @Override
  public byte[] salt(byte[] naturalKey) {
    if (naturalKey.length > MAX_NATURAL_LENGTH) {
      throw RowKeyException.tooLong(naturalKey.length, MAX_NATURAL_LENGTH, PREFIX_WIDTH);
    }
    layout.check(naturalKey);
    return stored(bucketing.bucketOf(naturalKey, 0, naturalKey.length), naturalKey);
  }

  @Override
  public byte[] unsalt(byte[] storedKey) {
    if (storedKey.length <= PREFIX_WIDTH) {
      throw RowKeyException.noNaturalKey(
          KeyBytes.readable(storedKey), storedKey.length, PREFIX_WIDTH);
    }
    return Arrays.copyOfRange(storedKey, PREFIX_WIDTH, storedKey.length);
  }

  @Override
  public List<byte[]> places(byte[] naturalKey) {
    if (naturalKey.length > MAX_NATURAL_LENGTH || !layout.accepts(naturalKey)) {
      return List.of();
    }
    return List.of(stored(bucketing.bucketOf(naturalKey, 0, naturalKey.length), naturalKey));
  }

  @Override
  public List<KeyRange> images(KeyRange natural) {
    CommonPrefix common = CommonPrefix.of(natural, layout.minimumLength());
    if (common == null) {
      return List.of();
    }
    if (common.isWholeKey()) {
      byte[] key = common.bytes();
      return layout.accepts(key)
          ? List.of(image(bucketing.bucketOf(key, 0, key.length), natural))
          : List.of();
    }
    BucketRun run = bucketing.bucketsOf(common);
    int bucketCount = bucketing.bucketCount();
    List<KeyRange> images = new ArrayList<>(run.count() + 1);
    int wrapped = Math.max(0, run.first() + run.count() - bucketCount);
    for (int bucket = 0; bucket < wrapped; bucket++) {
      images.add(image(bucket, natural));
    }
    for (int i = 0; i < run.count() - wrapped; i++) {
      images.add(image(run.first() + i, natural));
    }
    if (bucketing.strayBucket() >= 0) {
      images.add(image(bucketing.strayBucket(), natural));
    }
    return images;
  }

  @Override
  public List<byte[]> prefixes() {
    List<byte[]> prefixes = new ArrayList<>(bucketing.bucketCount() + 1);
    for (int bucket = 0; bucket < bucketing.bucketCount(); bucket++) {
      prefixes.add(new byte[] {(byte) bucket});
    }
    if (bucketing.strayBucket() >= 0) {
      prefixes.add(new byte[] {(byte) bucketing.strayBucket()});
    }
    return prefixes;
  }

  @Override
  public KeyRange image(byte[] prefix, KeyRange natural) {
    int bucket = prefix.length == PREFIX_WIDTH ? prefix[0] & 0xFF : -1;
    if (bucket < 0 || (bucket >= bucketing.bucketCount() && bucket != bucketing.strayBucket())) {
      throw new IllegalArgumentException(
          "prefix " + KeyBytes.readable(prefix) + " is not one of salt '" + this + "'");
    }
    return image(bucket, natural);
  }

  @Override
  public void verify(byte[] array, int offset, int length) {
    if (length <= PREFIX_WIDTH) {
      throw RowKeyException.noNaturalKey(
          KeyBytes.readable(array, offset, length, 0), length, PREFIX_WIDTH);
    }
    int naturalOffset = offset + PREFIX_WIDTH;
    int naturalLength = length - PREFIX_WIDTH;
    layout.check(array, naturalOffset, naturalLength);
    int given = array[offset] & 0xFF;
    int expected = bucketing.bucketOf(array, naturalOffset, naturalLength);
    if (given != expected) {
      String stored = KeyBytes.readable(array, offset, length, PREFIX_WIDTH);
      throw RowKeyException.wrongSalt(stored, given, expected, this);
    }
  }

  @Override
  public List<byte[]> splitPoints() {
    return IntStream.range(1, bucketing.bucketCount())
        .mapToObj(bucket -> new byte[] {(byte) bucket})
        .toList();
  }

  private static byte[] stored(int bucket, byte[] naturalKey) {
    byte[] stored = new byte[PREFIX_WIDTH + naturalKey.length];
    stored[0] = (byte) bucket;
    System.arraycopy(naturalKey, 0, stored, PREFIX_WIDTH, naturalKey.length);
    return stored;
  }

  private static KeyRange image(int bucket, KeyRange natural) {
    byte[] start = stored(bucket, natural.sharedStart());
    byte[] stop = natural.sharedStop();
    if (stop.length > 0) {
      return KeyRange.ofOwned(start, stored(bucket, stop));
    }
    boolean last = bucket == 0xFF;
    return KeyRange.ofOwned(start, last ? new byte[0] : new byte[] {(byte) (bucket + 1)});
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BucketedSalt that
        && layout.equals(that.layout)
        && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return 31 * layout.hashCode() + toString().hashCode();
  }

  @Override
  public String toString() {
    return bucketing.toString();
  }
}
