package io.halite.filters.segment;

import java.util.Arrays;

/**
 * Finds, from any row key, the nearest key on either side that can match a query of one branch.
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
final class SegmentSeeker implements KeySeeker {
  private final SegmentTable table;
  private byte[] key;
  private final int[] near;
  private int level;

  /** The segment that the last row failed; the number of segments before there is one. */
  private int failed;

  SegmentSeeker(SegmentTable table) {
    this.table = table;
    this.key = new byte[table.width];
    this.near = new int[table.offsets.length];
    this.failed = near.length;
  }

  @Override
  public byte[] target() {
    return key;
  }

  @Override
  public byte[] takeTarget(byte[] spare) {
    byte[] taken = key;
    key = spare;
    return taken;
  }

  @Override
  public byte[] scratch() {
    return key;
  }

  @Override
  public int level() {
    return level;
  }

  @Override
  public boolean matches(int length) {
    if (length < key.length) {
      return false;
    }
    for (int i = 0; i < near.length; i++) {
      RangeIndex ranges = table.ranges[i];
      if (ranges != null && ranges.containing(key, table.offsets[i]) < 0) {
        failed = i;
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean rejects(byte[] row, int offset, int length) {
    int segment = failed;
    if (segment == near.length || length < key.length) {
      return false;
    }
    RangeIndex ranges = table.ranges[segment];
    return ranges != null && ranges.containing(row, offset + table.offsets[segment]) < 0;
  }

  @Override
  public Verdict forward(int length) {
    if (table.nothing) {
      return Verdict.DONE;
    }
    boolean shorter = length < key.length;
    if (shorter) {
      Arrays.fill(key, length, key.length, (byte) 0);
    }
    int miss = firstMiss();
    level = miss;
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
      level = i;
      return Verdict.SEEK;
    }
    return Verdict.DONE;
  }

  @Override
  public Verdict reverse(int length) {
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
        level = i;
        return Verdict.SEEK;
      }
    }
    level = near.length;
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
      level = i;
      return Verdict.SEEK;
    }
    return Verdict.DONE;
  }
}
