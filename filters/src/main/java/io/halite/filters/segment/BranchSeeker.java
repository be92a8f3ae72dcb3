package io.halite.filters.segment;

import java.util.Arrays;

/**
 * Finds, from any row key, the nearest key on either side that passes any of several branches.
 *
 * <p>Example: {@code @0:3 = ATL and @3:1 = 7 or @0:3 = BOS} and the row {@code ATL 8}: ATL leaves
 * the first branch, which admits nothing from 8 on. So the first segment moves on to the smallest
 * value that any branch admits, BOS. It completes the second branch: {@code BOS}, and nothing
 * behind it, is the smallest key from there on that can match.
 *
 * <p>It passes over the segments once for all branches: each segment leaves the branches that admit
 * its value. That costs as much as one branch with the values of all, O(width + log(ranges)) for
 * each segment. Not thread-safe: it writes to a scratch key.
 */
final class BranchSeeker implements KeySeeker {
  private final BranchTable table;
  private final byte[] key;
  private final int[] near;

  /** The branches that admit all segments before each. */
  private final long[] left;

  private int targetLength;
  private int level;

  /** The segment whose value in the last row no branch admits; the first one at first. */
  private int failed;

  BranchSeeker(BranchTable table) {
    this.table = table;
    this.key = new byte[table.width];
    this.near = new int[table.ranges.length];
    this.left = new long[table.offsets.length];
    left[0] = table.all;
  }

  @Override
  public byte[] scratch() {
    return key;
  }

  @Override
  public byte[] target() {
    return Arrays.copyOf(key, targetLength);
  }

  @Override
  public byte[] takeTarget(byte[] spare) {
    return target();
  }

  @Override
  public int level() {
    return level;
  }

  @Override
  public boolean matches(int length) {
    for (int i = 0; table.offsets[i] <= length; i++) {
      if (isComplete(i)) {
        return true;
      }
      if (!admits(i)) {
        return false;
      }
    }
    return false;
  }

  private boolean admits(int segment) {
    MaskedRanges ranges = table.ranges[segment];
    if (ranges == null) {
      left[segment + 1] = left[segment];
      return true;
    }
    int range = ranges.index().containing(key, table.offsets[segment]);
    if (range < 0) {
      failed = segment;
      return false;
    }
    return leave(segment, ranges.branches(range));
  }

  /** A branch that ends before the segment admits each of its values: then none is outside. */
  @Override
  public boolean rejects(byte[] row, int offset, int length) {
    MaskedRanges ranges = table.ranges[failed];
    return ranges != null
        && table.offsets[failed + 1] <= length
        && ranges.index().containing(row, offset + table.offsets[failed]) < 0;
  }

  /** Whether a branch is left that has no segment from that one on. */
  private boolean isComplete(int segment) {
    return (left[segment] & table.complete[segment]) != 0;
  }

  @Override
  public Verdict forward(int length) {
    if (length < key.length) {
      Arrays.fill(key, length, key.length, (byte) 0);
    }
    int segment = 0;
    while (!isComplete(segment)) {
      if (!admitsUpwards(segment)) {
        return raise(segment) ? lowest(segment + 1) : carry(segment);
      }
      segment++;
    }
    level = segment;
    targetLength = table.offsets[segment];
    return targetLength <= length ? Verdict.MATCH : Verdict.SEEK;
  }

  /** Whether a branch admits the segment's value; if not, the near range is the next to look at. */
  private boolean admitsUpwards(int segment) {
    MaskedRanges ranges = table.ranges[segment];
    if (ranges == null) {
      left[segment + 1] = left[segment];
      return true;
    }
    int offset = table.offsets[segment];
    RangeIndex index = ranges.index();
    int range = index.firstEndingFrom(key, offset, near[segment]);
    near[segment] = range;
    return range < index.size()
        && leave(segment, ranges.branches(range))
        && !index.beginsAfter(range, key, offset);
  }

  /** Leaves those branches behind the segment; false if none of them is left. */
  private boolean leave(int segment, long branches) {
    left[segment + 1] = left[segment] & branches;
    return left[segment + 1] != 0;
  }

  /** Sets a value that is not admitted to the next one that is; false if there is none. */
  private boolean raise(int segment) {
    MaskedRanges ranges = table.ranges[segment];
    if (ranges == null) {
      return false;
    }
    int next = ranges.next(near[segment], left[segment]);
    if (next == ranges.index().size()) {
      return false;
    }
    ranges.index().putLow(next, key, table.offsets[segment]);
    near[segment] = next;
    return leave(segment, ranges.branches(next));
  }

  private Verdict carry(int from) {
    for (int i = from - 1; i >= 0; i--) {
      int offset = table.offsets[i];
      if (BigEndian.increment(key, offset, table.offsets[i + 1] - offset)
          && (admitsUpwards(i) || raise(i))) {
        return lowest(i + 1);
      }
    }
    return Verdict.DONE;
  }

  /** Sets the segments from there on to the first values of the branches that are left. */
  private Verdict lowest(int from) {
    level = from - 1;
    int segment = from;
    for (; !isComplete(segment); segment++) {
      int offset = table.offsets[segment];
      MaskedRanges ranges = table.ranges[segment];
      if (ranges == null) {
        Arrays.fill(key, offset, table.offsets[segment + 1], (byte) 0);
        left[segment + 1] = left[segment];
      } else {
        int first = ranges.next(0, left[segment]);
        ranges.index().putLow(first, key, offset);
        leave(segment, ranges.branches(first));
      }
    }
    targetLength = table.offsets[segment];
    return Verdict.SEEK;
  }

  @Override
  public Verdict reverse(int length) {
    boolean shorter = length < key.length;
    if (shorter) {
      if (matches(length)) {
        return Verdict.MATCH;
      }
      // The scan has passed all keys that begin with the row: they sort after it.
      if (!BigEndian.decrement(key, 0, length)) {
        return Verdict.DONE;
      }
      Arrays.fill(key, length, key.length, (byte) 0xFF);
    }
    int segment = 0;
    while (!isComplete(segment)) {
      if (!admitsDownwards(segment)) {
        return lower(segment) ? highest(segment + 1) : borrow(segment);
      }
      segment++;
    }
    level = segment;
    targetLength = table.offsets[segment];
    return shorter ? Verdict.SEEK : Verdict.MATCH;
  }

  private boolean admitsDownwards(int segment) {
    MaskedRanges ranges = table.ranges[segment];
    if (ranges == null) {
      left[segment + 1] = left[segment];
      return true;
    }
    int offset = table.offsets[segment];
    RangeIndex index = ranges.index();
    int range = index.lastBeginningUpTo(key, offset, near[segment]);
    near[segment] = range;
    return range >= 0
        && leave(segment, ranges.branches(range))
        && !index.endsBefore(range, key, offset);
  }

  private boolean lower(int segment) {
    MaskedRanges ranges = table.ranges[segment];
    if (ranges == null) {
      return false;
    }
    int previous = ranges.previous(near[segment], left[segment]);
    if (previous < 0) {
      return false;
    }
    ranges.index().putHigh(previous, key, table.offsets[segment]);
    near[segment] = previous;
    return leave(segment, ranges.branches(previous));
  }

  private Verdict borrow(int from) {
    for (int i = from - 1; i >= 0; i--) {
      int offset = table.offsets[i];
      if (BigEndian.decrement(key, offset, table.offsets[i + 1] - offset)
          && (admitsDownwards(i) || lower(i))) {
        return highest(i + 1);
      }
    }
    return Verdict.DONE;
  }

  /** Sets the segments from there on to the last values of the branches that are left. */
  private Verdict highest(int from) {
    level = from - 1;
    int segment = from;
    for (; !isComplete(segment); segment++) {
      int offset = table.offsets[segment];
      MaskedRanges ranges = table.ranges[segment];
      if (ranges == null) {
        Arrays.fill(key, offset, table.offsets[segment + 1], (byte) 0xFF);
        left[segment + 1] = left[segment];
      } else {
        int last = ranges.previous(ranges.index().size() - 1, left[segment]);
        ranges.index().putHigh(last, key, offset);
        leave(segment, ranges.branches(last));
      }
    }
    targetLength = table.offsets[segment];
    return Verdict.SEEK;
  }
}
