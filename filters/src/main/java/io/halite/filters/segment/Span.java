package io.halite.filters.segment;

import java.util.Arrays;

/**
 * Part of what one segment may be: a value, a prefix, or everything between two bounds.
 *
 * <p>A bound may be shorter than the segment and then stands for all that begins with it: {@code >=
 * 2001} over four more digits begins at {@code 2001 0000}, {@code <= 2001} ends with {@code 2001
 * FFFF}, {@code > 2001} begins after all of 2001. An absent bound is null. Arrays are owned.
 */
record Span(Kind kind, byte[] low, boolean lowExclusive, byte[] high, boolean highExclusive) {
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

  static Span range(byte[] low, boolean lowExclusive, byte[] high, boolean highExclusive) {
    return new Span(Kind.RANGE, low, lowExclusive, high, highExclusive);
  }

  boolean exclusive() {
    return lowExclusive || highExclusive;
  }

  /** Whether the first of two inclusive bounds, of any length, lies after the last. */
  boolean beginsBehindItsEnd() {
    int length = Math.min(low.length, high.length);
    return Arrays.compareUnsigned(low, 0, length, high, 0, length) > 0;
  }

  /** The first value of that width in the span, or null if there is none. */
  byte[] first(int width) {
    byte[] first = filled(low, width, lowExclusive ? 0xFF : 0x00);
    return lowExclusive && !BigEndian.increment(first, 0, width) ? null : first;
  }

  /** The last value of that width in the span, or null if there is none. */
  byte[] last(int width) {
    byte[] last = filled(high, width, highExclusive ? 0x00 : 0xFF);
    return highExclusive && !BigEndian.decrement(last, 0, width) ? null : last;
  }

  private static byte[] filled(byte[] bound, int width, int filler) {
    byte[] filled = new byte[width];
    int given = bound == null ? 0 : bound.length;
    if (given > 0) {
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
