package io.halite.filters.segment;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds a number among many by its hash, in one look where a binary search takes one for each bit
 * of their count. Open addressing, at most half full. Immutable.
 */
final class PointTable {
  /** Of fewer numbers, a binary search is as fast. */
  static final int FEWEST = 3;

  /** Nobody can choose numbers that collide under it. */
  private static final long FACTOR = ThreadLocalRandom.current().nextLong() | 1;

  /** In free slots: a number that is not among them. */
  private final long free;

  private final long[] slots;
  private final int[] indexes;
  private final int shift;

  /** Takes numbers that are all different, in ascending order. */
  PointTable(long[] numbers) {
    int bits = 1 + Integer.SIZE - Integer.numberOfLeadingZeros(numbers.length);
    shift = Long.SIZE - bits;
    free = freeOf(numbers);
    slots = new long[1 << bits];
    indexes = new int[slots.length];
    Arrays.fill(slots, free);
    Arrays.fill(indexes, -1);
    for (int i = 0; i < numbers.length; i++) {
      int slot = slot(numbers[i]);
      while (slots[slot] != free) {
        slot = next(slot);
      }
      slots[slot] = numbers[i];
      indexes[slot] = i;
    }
  }

  private static long freeOf(long[] ascending) {
    long free = 0;
    while (Arrays.binarySearch(ascending, free) >= 0) {
      free++;
    }
    return free;
  }

  private int slot(long number) {
    return (int) ((number * FACTOR) >>> shift);
  }

  private int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  /** The index of a number; -1 if it is not among them. */
  int find(long number) {
    int slot = slot(number);
    while (slots[slot] != number) {
      if (slots[slot] == free) {
        return -1;
      }
      slot = next(slot);
    }
    return indexes[slot];
  }
}
