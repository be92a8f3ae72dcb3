package io.halite.filters.segment;

import java.util.Arrays;

/**
 * Finds, from any row key, the nearest key on either side that can match.
 *
 * <p>Example: {@code [3 free][3 in LAX, SFO]} and the row {@code ATL MIA 7}: the smallest key from
 * there on that can match is {@code ATL SFO}; from {@code ATL XNA} it is {@code ATM LAX}, since the
 * free segment is carried on. A row that ends within the segments does not match and is taken as
 * followed by 00; no key lies between the two.
 *
 * <p>One pass over the segments with a binary search in each: the sum of width + log(ranges). The
 * forward form is the skip scan of Apache Phoenix with search in place of its linear walk; the
 * reverse form mirrors it, borrow for carry. Pure but for its scratch key; not thread-safe.
 */
final class SegmentSeeker {
  /** What is known about a row. */
  enum Verdict {
    /** It matches. */
    MATCH,
    /** It does not; {@link #target()} is the nearest key in the direction of the scan that can. */
    SEEK,
    /** Neither it nor any row behind it matches. */
    DONE
  }

  private final SegmentTable table;
  private byte[] key;
  private final int[] near;

  SegmentSeeker(SegmentTable table) {
    this.table = table;
    this.key = new byte[table.width];
    this.near = new int[table.offsets.length];
  }

  /**
   * After {@link Verdict#SEEK}, the segments of the nearest key that can match, for the caller to
   * copy. Forward, that key is the target itself; in reverse, any row that begins with it.
   */
  byte[] target() {
    return key;
  }

  /**
   * As {@link #target()}, for the caller to keep; {@code spare}, as long, is written to instead.
   */
  byte[] takeTarget(byte[] spare) {
    byte[] taken = key;
    key = spare;
    return taken;
  }

  /** The scratch key, which the caller fills with the beginning of the row before asking. */
  byte[] scratch() {
    return key;
  }

  Verdict forward(byte[] row) {
    System.arraycopy(row, 0, key, 0, Math.min(row.length, key.length));
    return forward(row.length);
  }

  Verdict reverse(byte[] row) {
    System.arraycopy(row, 0, key, 0, Math.min(row.length, key.length));
    return reverse(row.length);
  }

  /** Whether a row of that length matches, whose beginning is in the scratch key; no target. */
  boolean matches(int length) {
    if (length < key.length) {
      return false;
    }
    for (int i = 0; i < near.length; i++) {
      RangeIndex ranges = table.ranges[i];
      if (ranges == null) {
        continue;
      }
      int range = ranges.firstEndingFrom(key, table.offsets[i], near[i]);
      if (range == ranges.size()) {
        return false;
      }
      near[i] = range;
      if (ranges.beginsAfter(range, key, table.offsets[i])) {
        return false;
      }
    }
    return true;
  }

  /** The verdict on a row of that length whose beginning is in the scratch key. */
  Verdict forward(int length) {
    if (table.nothing) {
      return Verdict.DONE;
    }
    boolean shorter = length < key.length;
    if (shorter) {
      Arrays.fill(key, length, key.length, (byte) 0);
    }
    for (int i = 0; i < near.length; i++) {
      RangeIndex ranges = table.ranges[i];
      if (ranges == null) {
        continue;
      }
      int range = ranges.firstEndingFrom(key, table.offsets[i], near[i]);
      if (range == ranges.size()) {
        return carry(i);
      }
      near[i] = range;
      if (ranges.beginsAfter(range, key, table.offsets[i])) {
        ranges.putLow(range, key, table.offsets[i]);
        table.putLowest(i + 1, key);
        return Verdict.SEEK;
      }
    }
    return shorter ? Verdict.SEEK : Verdict.MATCH;
  }

  private Verdict carry(int from) {
    for (int i = from - 1; i >= 0; i--) {
      int offset = table.offsets[i];
      if (!Carry.increment(key, offset, table.widths[i])) {
        continue;
      }
      RangeIndex ranges = table.ranges[i];
      if (ranges != null) {
        int range = ranges.firstEndingFrom(key, offset, near[i]);
        if (range == ranges.size()) {
          continue;
        }
        near[i] = range;
        if (ranges.beginsAfter(range, key, offset)) {
          ranges.putLow(range, key, offset);
        }
      }
      table.putLowest(i + 1, key);
      return Verdict.SEEK;
    }
    return Verdict.DONE;
  }

  /** The verdict on a row of that length, in a scan of descending rows. */
  Verdict reverse(int length) {
    if (table.nothing) {
      return Verdict.DONE;
    }
    boolean shorter = length < key.length;
    if (shorter) {
      // What begins with the row is behind us: it sorts after the row.
      if (!Carry.decrement(key, 0, length)) {
        return Verdict.DONE;
      }
      Arrays.fill(key, length, key.length, (byte) 0xFF);
    }
    for (int i = 0; i < near.length; i++) {
      RangeIndex ranges = table.ranges[i];
      if (ranges == null) {
        continue;
      }
      int range = ranges.lastBeginningUpTo(key, table.offsets[i], near[i]);
      if (range < 0) {
        return borrow(i);
      }
      near[i] = range;
      if (ranges.endsBefore(range, key, table.offsets[i])) {
        ranges.putHigh(range, key, table.offsets[i]);
        table.putHighest(i + 1, key);
        return Verdict.SEEK;
      }
    }
    return shorter ? Verdict.SEEK : Verdict.MATCH;
  }

  private Verdict borrow(int from) {
    for (int i = from - 1; i >= 0; i--) {
      int offset = table.offsets[i];
      if (!Carry.decrement(key, offset, table.widths[i])) {
        continue;
      }
      RangeIndex ranges = table.ranges[i];
      if (ranges != null) {
        int range = ranges.lastBeginningUpTo(key, offset, near[i]);
        if (range < 0) {
          continue;
        }
        near[i] = range;
        if (ranges.endsBefore(range, key, offset)) {
          ranges.putHigh(range, key, offset);
        }
      }
      table.putHighest(i + 1, key);
      return Verdict.SEEK;
    }
    return Verdict.DONE;
  }
}
