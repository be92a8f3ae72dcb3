package io.halite.keys;

/**
 * A salt under which a natural key has several places. {@link PlaceHash} chooses the place of each
 * write, and a read covers all places. A row is valid in any of them. Immutable and thread-safe.
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

  /** A row is valid in any place, so that only the layout and the number of places judge it. */
  @Override
  public final boolean distinguishesStoredKeys() {
    return false;
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
