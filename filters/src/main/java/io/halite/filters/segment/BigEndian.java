package io.halite.filters.segment;

/** Slices of bytes as unsigned big-endian numbers, one more and one less. */
final class BigEndian {
  private BigEndian() {}

  /** Adds one in place; false, with all bytes 00, if they were all FF. */
  static boolean increment(byte[] bytes, int offset, int width) {
    for (int i = offset + width - 1; i >= offset; i--) {
      if (++bytes[i] != 0) {
        return true;
      }
    }
    return false;
  }

  /** Subtracts one in place; false, with all bytes FF, if they were all 00. */
  static boolean decrement(byte[] bytes, int offset, int width) {
    for (int i = offset + width - 1; i >= offset; i--) {
      if (bytes[i]-- != 0) {
        return true;
      }
    }
    return false;
  }
}
