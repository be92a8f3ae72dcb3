package io.halite.keys;

import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes with which all keys of a range begin.
 *
 * <p>{@code [ORD, ORE)} and {@code [ORD7, ORD9)} give {@code ORD}; {@code [ORD, ORD 00)} gives
 * {@code ORD} as the whole of its only key.
 */
final class CommonPrefix {
  private final byte[] bytes;
  private final int length;
  private final boolean isWholeKey;

  private CommonPrefix(byte[] bytes, int length, boolean isWholeKey) {
    this.bytes = bytes;
    this.length = length;
    this.isWholeKey = isWholeKey;
  }

  /**
   * Returns the prefix of the range's keys of at least {@code minimumLength} bytes; empty if no
   * such key is in the range.
   */
  static Optional<CommonPrefix> of(KeyRange range, int minimumLength) {
    byte[] start = range.sharedStart();
    byte[] stop = range.sharedStop();
    if (start.length < minimumLength) {
      // The smallest key of that length at or after start: shorter ones do not count.
      start = Arrays.copyOf(start, minimumLength);
    }
    if (stop.length == 0) {
      return Optional.of(new CommonPrefix(start, endOfMaximalBytes(start, 0), false));
    }
    int differs = Arrays.mismatch(start, stop);
    if (differs < 0 || differs == stop.length) {
      return Optional.empty();
    }
    if (differs == start.length) {
      boolean single = stop.length == start.length + 1 && stop[differs] == 0;
      return Optional.of(new CommonPrefix(start, start.length, single));
    }
    int step = (stop[differs] & 0xFF) - (start[differs] & 0xFF);
    if (step < 0) {
      return Optional.empty();
    }
    // Where stop only closes the byte before it, [41 FF.., 42), the next bytes may be FF to the
    // end.
    boolean closed = step == 1 && stop.length == differs + 1;
    int length = closed ? endOfMaximalBytes(start, differs + 1) : differs;
    return Optional.of(new CommonPrefix(start, length, false));
  }

  private static int endOfMaximalBytes(byte[] bytes, int from) {
    int end = from;
    while (end < bytes.length && bytes[end] == (byte) 0xFF) {
      end++;
    }
    return end;
  }

  /** Returns an array that begins with the prefix; do not change it. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Whether the range holds no other key than the prefix itself. */
  boolean isWholeKey() {
    return isWholeKey;
  }

  /** Whether all keys that begin so share all bytes of this segment. */
  boolean fixes(KeyLayout layout, int index) {
    return isWholeKey
        || (layout.segments().get(index).kind() != Segment.Kind.REST
            && layout.slice(index, bytes, 0, length) != KeyLayout.ABSENT);
  }
}
