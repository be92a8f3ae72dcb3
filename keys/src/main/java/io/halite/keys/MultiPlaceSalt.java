package io.halite.keys;

/**
 * A salt by which each write of a natural key goes to another of its places, chosen by {@link
 * PlaceHash}, and a read asks all. A row is right in any of them.
 */
abstract sealed class MultiPlaceSalt extends BoundSalt permits RandomSalt, SuffixSalt {
  private final int count;

  MultiPlaceSalt(KeyLayout layout, int count) {
    super(layout);
    this.count = count;
  }

  /** How many places a natural key has. */
  final int count() {
    return count;
  }

  /** The place of a write, 0 to {@link #count} - 1. */
  final int place(byte[] naturalKey, long timestamp) {
    return PlaceHash.place(naturalKey, timestamp, count);
  }

  @Override
  public final boolean keepsNaturalOrder() {
    return true;
  }

  @Override
  public final boolean isSinglePlace() {
    return false;
  }

  @Override
  public final byte[] salt(byte[] naturalKey) {
    return salt(naturalKey, 0);
  }
}
