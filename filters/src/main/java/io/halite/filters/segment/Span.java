package io.halite.filters.segment;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Part of what one segment may be: a value, a prefix, or everything between two bounds.
 *
 * <p>A bound may be shorter than the segment and then stands for all that begins with it: {@code >=
 * 2001} over four more digits begins at {@code 2001 0000}, {@code <= 2001} ends with {@code 2001
 * FFFF}, {@code > 2001} begins after all of 2001. A range may lack one bound, which is null then; a
 * value and a prefix have both. Arrays are owned.
 */
record Span(
    Kind kind,
    byte @Nullable [] low,
    boolean lowExclusive,
    byte @Nullable [] high,
    boolean highExclusive) {
  enum Kind {
    VALUE,
    PREFIX,
    RANGE
  }

  static Span value(byte[] bytes) {
    return new Span(Kind.VALUE, bytes, false, bytes, false);
  }

  static Span prefix(byte[] bytes) {
    return new Span(Kind.PREFIX, bytes, false, bytes, false);
  }

  static Span range(
      byte @Nullable [] low, boolean lowExclusive, byte @Nullable [] high, boolean highExclusive) {
    return new Span(Kind.RANGE, low, lowExclusive, high, highExclusive);
  }

  /** The bytes of a value or of a prefix. */
  byte[] bytes() {
    return Objects.requireNonNull(low);
  }

  /** The bound of a range that has only one. */
  byte[] onlyBound() {
    return low != null ? low : Objects.requireNonNull(high);
  }

  /** Everything beyond the bound of a range that has only one. */
  Span otherSide() {
    return low != null
        ? range(null, false, low, !lowExclusive)
        : range(high, !highExclusive, null, false);
  }

  boolean exclusive() {
    return lowExclusive || highExclusive;
  }

  /** Whether the span has two bounds, of any length, and the first lies after the last. */
  boolean beginsBehindItsEnd() {
    if (low == null || high == null) {
      return false;
    }
    int length = Math.min(low.length, high.length);
    return Arrays.compareUnsigned(low, 0, length, high, 0, length) > 0;
  }

  /** The first value of that width in the span; empty if there is none. */
  Optional<byte[]> first(int width) {
    byte[] first = filled(low, width, lowExclusive ? 0xFF : 0x00);
    return lowExclusive && !BigEndian.increment(first, 0, width)
        ? Optional.empty()
        : Optional.of(first);
  }

  /** The last value of that width in the span; empty if there is none. */
  Optional<byte[]> last(int width) {
    byte[] last = filled(high, width, highExclusive ? 0x00 : 0xFF);
    return highExclusive && !BigEndian.decrement(last, 0, width)
        ? Optional.empty()
        : Optional.of(last);
  }

  private static byte[] filled(byte @Nullable [] bound, int width, int filler) {
    byte[] filled = new byte[width];
    int given = bound == null ? 0 : bound.length;
    if (bound != null) {
      System.arraycopy(bound, 0, filled, 0, given);
    }
    Arrays.fill(filled, given, width, (byte) filler);
    return filled;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Span that
        && kind == that.kind
        && lowExclusive == that.lowExclusive
        && highExclusive == that.highExclusive
        && Arrays.equals(low, that.low)
        && Arrays.equals(high, that.high);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * kind.hashCode() + Arrays.hashCode(low)) + Arrays.hashCode(high);
  }

  @Override
  public String toString() {
    return kind + " " + Arrays.toString(low) + " " + Arrays.toString(high);
  }
}
