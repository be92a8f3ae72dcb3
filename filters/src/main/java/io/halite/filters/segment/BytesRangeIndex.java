package io.halite.filters.segment;

import java.util.Arrays;
import java.util.List;

/**
 * Ranges of any width, their bounds packed into two arrays. Abstract, so that a test can count
 * comparisons.
 */
abstract class BytesRangeIndex implements RangeIndex {
  private final int width;
  private final int size;
  private final byte[] lows;
  private final byte[] highs;

  BytesRangeIndex(int width, List<RangeSet.Range> ranges) {
    this.width = width;
    size = ranges.size();
    lows = new byte[Math.multiplyExact(size, width)];
    highs = new byte[lows.length];
    for (int i = 0; i < size; i++) {
      System.arraycopy(ranges.get(i).low(), 0, lows, i * width, width);
      System.arraycopy(ranges.get(i).high(), 0, highs, i * width, width);
    }
  }

  private int compare(byte[] bounds, int range, byte[] key, int offset) {
    int at = range * width;
    return Arrays.compareUnsigned(bounds, at, at + width, key, offset, offset + width);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int firstEndingFrom(byte[] key, int offset, int near) {
    if (near >= 0
        && near < size
        && !endsBefore(near, key, offset)
        && (near == 0 || endsBefore(near - 1, key, offset))) {
      return near;
    }
    int from = 0;
    int to = size;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (endsBefore(middle, key, offset)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  @Override
  public int lastBeginningUpTo(byte[] key, int offset, int near) {
    if (near >= 0
        && near < size
        && !beginsAfter(near, key, offset)
        && (near == size - 1 || beginsAfter(near + 1, key, offset))) {
      return near;
    }
    int from = 0;
    int to = size;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (beginsAfter(middle, key, offset)) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from - 1;
  }

  @Override
  public boolean beginsAfter(int range, byte[] key, int offset) {
    return compare(lows, range, key, offset) > 0;
  }

  @Override
  public boolean endsBefore(int range, byte[] key, int offset) {
    return compare(highs, range, key, offset) < 0;
  }

  @Override
  public void putLow(int range, byte[] key, int offset) {
    System.arraycopy(lows, range * width, key, offset, width);
  }

  @Override
  public void putHigh(int range, byte[] key, int offset) {
    System.arraycopy(highs, range * width, key, offset, width);
  }
}
