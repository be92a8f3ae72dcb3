package io.halite.keys;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The segments that a salt hashes, in the order it names them, or the whole natural key.
 *
 * <p>Their bytes are hashed one after another, without delimiters, and without copying them.
 * Immutable and thread-safe.
 */
final class HashedSegments {
  private final KeyLayout layout;
  private final int[] indexes;

  private HashedSegments(KeyLayout layout, int[] indexes) {
    this.layout = layout;
    this.indexes = indexes;
  }

  static HashedSegments wholeKey(KeyLayout layout) {
    return new HashedSegments(layout, new int[0]);
  }

  static HashedSegments of(KeyLayout layout, int[] indexes) {
    return new HashedSegments(layout, indexes.clone());
  }

  boolean isWholeKey() {
    return indexes.length == 0;
  }

  boolean names(int index) {
    return Arrays.stream(indexes).anyMatch(named -> named == index);
  }

  /** Returns the hash of the segments of a natural key that fits the layout. */
  int hash(byte[] array, int offset, int length) {
    if (indexes.length == 0) {
      return Murmur3.hash(array, offset, length);
    }
    if (indexes.length == 1) {
      long slice = layout.slice(indexes[0], array, offset, length);
      return Murmur3.hash(
          array, offset + KeyLayout.sliceOffset(slice), KeyLayout.sliceLength(slice));
    }
    int hash = 0;
    int block = 0;
    int total = 0;
    for (int index : indexes) {
      long slice = layout.slice(index, array, offset, length);
      int from = offset + KeyLayout.sliceOffset(slice);
      int to = from + KeyLayout.sliceLength(slice);
      for (int i = from; i < to; i++) {
        // Java shifts by the distance modulo 32, which is the byte's place in its block.
        block |= (array[i] & 0xFF) << (total << 3);
        total++;
        if ((total & 3) == 0) {
          hash = Murmur3.mix(hash, block);
          block = 0;
        }
      }
    }
    return Murmur3.finish(hash, block, total);
  }

  /**
   * Feeds the segments of a natural key that fits the layout, or of the beginning of one, to a
   * digest.
   */
  void update(MessageDigest digest, byte[] array, int offset, int length) {
    if (indexes.length == 0) {
      digest.update(array, offset, length);
    }
    for (int index : indexes) {
      long slice = layout.slice(index, array, offset, length);
      digest.update(array, offset + KeyLayout.sliceOffset(slice), KeyLayout.sliceLength(slice));
    }
  }

  /** Returns the names in the order given; {@code *} for the whole key. */
  List<String> names() {
    return List.of(toString().split(" "));
  }

  /** Whether every key that begins so has the same hash. */
  boolean fixedBy(CommonPrefix prefix) {
    if (prefix.isWholeKey()) {
      return true;
    }
    if (indexes.length == 0) {
      return false;
    }
    for (int index : indexes) {
      if (!prefix.fixes(layout, index)) {
        return false;
      }
    }
    return true;
  }

  /** Returns {@code *} or the names with a space between them. */
  @Override
  public String toString() {
    if (isWholeKey()) {
      return "*";
    }
    return Arrays.stream(indexes)
        .mapToObj(index -> layout.segments().get(index).name())
        .collect(Collectors.joining(" "));
  }
}
