package io.halite.filters.segment;

import java.util.Arrays;

/**
 * Finds, from any row key, the nearest key on either side that can match.
 *
 * <p>Example: {@code [3 free][3 in LAX, SFO]} and the row {@code ATL MIA 7}: the smallest key from
 * there on that can match is {@code ATL SFO}; from {@code ATL XNA} it is {@code ATM LAX}, since the
 * free segment is incremented. A row that ends within the segments does not match. It is treated as
 * the same row followed by 00; no matching key lies between the two.
 *
 * <p>It passes over the segments once, with a binary search in each, in O(width + log(ranges)) for
 * each segment. Forward, this is the skip scan of Apache Phoenix ({@code SkipScanFilter}) with a
 * binary search in place of a linear one; reverse mirrors it. Not thread-safe: it writes to a
 * scratch key.
 */
final class SegmentSeeker {
  /** The verdict on a row. */
  enum Verdict {
    /** It matches. */
    MATCH,
    /** It does not; {@link #target()} is the nearest key in the direction of the scan that can. */
    SEEK,
    /** Neither this row nor any later row of the scan matches. */
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
   * As {@link #target()}, for the caller to keep; the seeker goes on with {@code spare}, an array
   * of the same length.
   */
  byte[] takeTarget(byte[] spare) {
    byte[] taken = key;
    key = spare;
    return taken;
  }

  /** The scratch key, which the caller fills with the beginning of the row before the call. */
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
    return length >= key.length && firstMiss() == near.length;
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
    int miss = firstMiss();
    if (miss == near.length) {
      return shorter ? Verdict.SEEK : Verdict.MATCH;
    }
    if (miss < 0) {
      return carry(~miss);
    }
    table.ranges[miss].putLow(near[miss], key, table.offsets[miss]);
    table.putLowest(miss + 1, key);
    return Verdict.SEEK;
  }

  /**
   * Returns i for the first segment whose value in the scratch key is in none of its ranges, if a
   * range begins after the value; {@code near[i]} is then that range. Returns {@code ~i} if all its
   * ranges end before the value, and the number of segments if every value is in a range.
   */
  private int firstMiss() {
    for (int i = 0; i < near.length; i++) {
      RangeIndex ranges = table.ranges[i];
      if (ranges == null) {
        continue;
      }
      int range = ranges.firstEndingFrom(key, table.offsets[i], near[i]);
      if (range == ranges.size()) {
        return ~i;
      }
      near[i] = range;
      if (ranges.beginsAfter(range, key, table.offsets[i])) {
        return i;
      }
    }
    return near.length;
  }

  private Verdict carry(int from) {
    for (int i = from - 1; i >= 0; i--) {
      int offset = table.offsets[i];
      if (!BigEndian.increment(key, offset, table.widths[i])) {
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
      // The scan has passed all keys that begin with the row: they sort after it.
      if (!BigEndian.decrement(key, 0, length)) {
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
      if (!BigEndian.decrement(key, offset, table.widths[i])) {
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
