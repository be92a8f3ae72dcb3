package io.halite.filters.segment;

import java.util.List;

/**
 * A {@link RangeSet} arranged for a search with the bytes of a key. {@code offset} is where the
 * segment begins in {@code key}; {@code near} is the index of a range that is probably the answer
 * and is tried first.
 *
 * <p>Each implementation repeats the binary search on purpose, on the hottest path of a scan: a
 * shared one would decode the segment's bytes again at each step.
 */
interface RangeIndex {
  /** An index for segments of any width; those of up to 8 bytes are compared as numbers. */
  static RangeIndex of(RangeSet set) {
    return of(set.width(), set.ranges());
  }

  /** The same over sorted and disjoint ranges, which may be adjacent. */
  static RangeIndex of(int width, List<RangeSet.Range> ranges) {
    return width <= Long.BYTES
        ? new LongRangeIndex(width, ranges) {}
        : new BytesRangeIndex(width, ranges) {};
  }

  /** How many ranges there are. */
  int size();

  /** The range that holds the key's value; -1 if none does. Needs no near range. */
  default int containing(byte[] key, int offset) {
    int range = firstEndingFrom(key, offset, -1);
    return range < size() && !beginsAfter(range, key, offset) ? range : -1;
  }

  /** The first range that ends at or after the key's value; {@link #size()} if there is none. */
  int firstEndingFrom(byte[] key, int offset, int near);

  /** The last range that begins at or before the key's value; -1 if there is none. */
  int lastBeginningUpTo(byte[] key, int offset, int near);

  /** Whether that range begins after the key's value. */
  boolean beginsAfter(int range, byte[] key, int offset);

  /** Whether that range ends before the key's value. */
  boolean endsBefore(int range, byte[] key, int offset);

  /** Writes the range's first value into the key. */
  void putLow(int range, byte[] key, int offset);

  /** Writes the range's last value into the key. */
  void putHigh(int range, byte[] key, int offset);
}
