package io.halite.keys;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A salt with the layout that it is bound to, and what all salts have in common. Two salts are
 * equal if their layouts and their texts are equal.
 */
abstract sealed class BoundSalt implements Salt
    permits BucketedSalt, MultiPlaceSalt, DigestSalt, NoSalt, ReversedSalt {
  private final KeyLayout layout;

  BoundSalt(KeyLayout layout) {
    this.layout = layout;
  }

  final KeyLayout layout() {
    return layout;
  }

  /** Salts that write bytes before the natural key override this. */
  @Override
  public int prefixWidth() {
    return 0;
  }

  /** Salts that scatter keys override this. */
  @Override
  public boolean keepsNaturalOrder() {
    return true;
  }

  /** Refuses a natural key that is too long to be stored, or does not fit the layout. */
  final void requireStorable(byte[] naturalKey) {
    requireLength(naturalKey.length);
    layout.check(naturalKey);
  }

  /** Refuses a natural key that is too long for this salt. */
  final void requireLength(int naturalLength) {
    int limit = longestNatural();
    if (naturalLength > limit) {
      throw RowKeyException.tooLong(naturalLength, limit, prefixWidth());
    }
  }

  /** Whether a stored row can have the natural key. */
  final boolean isStorable(byte[] naturalKey) {
    return naturalKey.length <= longestNatural() && layout.accepts(naturalKey);
  }

  /**
   * Refuses a stored key that is no longer than its salt, or whose rest does not fit the layout.
   */
  final void verifyNatural(byte[] array, int offset, int length) {
    requireNatural(array, offset, length);
    layout.check(array, offset + prefixWidth(), length - prefixWidth());
  }

  /** Refuses a stored key that is too long, or does not fit the layout from its first byte on. */
  final void verifyInPlace(byte[] array, int offset, int length) {
    requireLength(length);
    layout.check(array, offset, length);
  }

  private void requireNatural(byte[] array, int offset, int length) {
    if (length == 0 && prefixWidth() == 0) {
      throw RowKeyException.empty();
    }
    if (length <= prefixWidth()) {
      throw RowKeyException.noNaturalKey(
          KeyBytes.readable(array, offset, length, 0), length, prefixWidth());
    }
  }

  /** The segments that all keys of a range share; empty if it can hold no key that is stored. */
  final Optional<CommonPrefix> common(KeyRange natural) {
    return CommonPrefix.of(natural, layout.minimumLength())
        .filter(common -> !common.isWholeKey() || layout.accepts(common.bytes()))
        .filter(common -> !natural.upTo(longestNatural()).isEmpty());
  }

  private int longestNatural() {
    return KeyBytes.MAX_STORED_LENGTH - prefixWidth();
  }

  /** Returns the exception for a prefix that this salt does not have. */
  final IllegalArgumentException noPrefix(byte[] prefix) {
    String rule = prefixWidth() == 0 ? "', which has none" : "'";
    return new IllegalArgumentException(
        "prefix " + KeyBytes.readable(prefix) + " is not one of salt '" + this + rule);
  }

  @Override
  public byte[] unsalt(byte[] storedKey) {
    requireNatural(storedKey, 0, storedKey.length);
    return Arrays.copyOfRange(storedKey, prefixWidth(), storedKey.length);
  }

  @Override
  public List<byte[]> places(byte[] naturalKey) {
    return isStorable(naturalKey) ? List.of(salt(naturalKey)) : List.of();
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof BoundSalt that
        && layout.equals(that.layout)
        && toString().equals(that.toString());
  }

  @Override
  public final int hashCode() {
    return 31 * layout.hashCode() + toString().hashCode();
  }
}
