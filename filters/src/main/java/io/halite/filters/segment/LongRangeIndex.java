package io.halite.filters.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of up to 8 bytes as numbers, sign bit flipped so that signed order is byte order.
 * Abstract, so that a test can count comparisons.
 */
abstract class LongRangeIndex implements RangeIndex {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Blocks of more values are hardly any narrower than all. */
  private static final int MOST_BLOCK_BITS = 24;

  private final int width;
  private final long[] lows;
  private final long[] highs;

  /** If each of many ranges is within one block, a block being the values with the same start. */
  private final @Nullable PointTable blocks;

  /** How many of the last bits differ within a block. */
  private final int blockBits;

  /** The first range of each block, and at last their number. */
  private final int[] firsts;

  LongRangeIndex(int width, List<RangeSet.Range> ranges) {
    this.width = width;
    int size = ranges.size();
    lows = new long[size];
    highs = new long[size];
    for (int i = 0; i < size; i++) {
      lows[i] = number(ranges.get(i).low(), 0);
      highs[i] = number(ranges.get(i).high(), 0);
    }
    blockBits =
        Long.SIZE
            - Long.numberOfLeadingZeros(
                IntStream.range(0, size)
                    .mapToLong(i -> lows[i] ^ highs[i])
                    .reduce(0, (a, b) -> a | b));
    firsts =
        IntStream.rangeClosed(0, size)
            .filter(i -> i == 0 || i == size || block(lows[i]) != block(lows[i - 1]))
            .toArray();
    boolean many = blockBits <= MOST_BLOCK_BITS && firsts.length > PointTable.FEWEST;
    blocks =
        many
            ? new PointTable(
                Arrays.stream(firsts, 0, firsts.length - 1)
                    .mapToLong(i -> block(lows[i]))
                    .toArray())
            : null;
  }

  private long block(long value) {
    return value >> blockBits;
  }

  private long number(byte[] key, int offset) {
    if (width == Long.BYTES) {
      return (long) LONG.get(key, offset) ^ Long.MIN_VALUE;
    }
    long number = 0;
    for (int i = 0; i < width; i++) {
      number = number << 8 | (key[offset + i] & 0xFF);
    }
    return number;
  }

  private void put(long number, byte[] key, int offset) {
    if (width == Long.BYTES) {
      LONG.set(key, offset, number ^ Long.MIN_VALUE);
      return;
    }
    long left = number;
    for (int i = width - 1; i >= 0; i--) {
      key[offset + i] = (byte) left;
      left >>>= 8;
    }
  }

  /** Each comparison with a bound goes through here, so that it can be counted. */
  boolean isLess(long one, long other) {
    return one < other;
  }

  @Override
  public int size() {
    return lows.length;
  }

  @Override
  public int containing(byte[] key, int offset) {
    long value = number(key, offset);
    int from = 0;
    int to = lows.length;
    if (blocks != null) {
      int block = blocks.find(block(value));
      if (block < 0 || blockBits == 0) {
        return block;
      }
      from = firsts[block];
      to = firsts[block + 1];
    }
    int range = firstEndingFrom(value, from, to);
    return range < to && !isLess(value, lows[range]) ? range : -1;
  }

  @Override
  public int firstEndingFrom(byte[] key, int offset, int near) {
    long value = number(key, offset);
    if (near >= 0
        && near < highs.length
        && !isLess(highs[near], value)
        && (near == 0 || isLess(highs[near - 1], value))) {
      return near;
    }
    return firstEndingFrom(value, 0, highs.length);
  }

  private int firstEndingFrom(long value, int first, int last) {
    int from = first;
    int to = last;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (isLess(highs[middle], value)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  @Override
  public int lastBeginningUpTo(byte[] key, int offset, int near) {
    long value = number(key, offset);
    if (near >= 0
        && near < lows.length
        && !isLess(value, lows[near])
        && (near == lows.length - 1 || isLess(value, lows[near + 1]))) {
      return near;
    }
    int from = 0;
    int to = lows.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (isLess(value, lows[middle])) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from - 1;
  }

  @Override
  public boolean beginsAfter(int range, byte[] key, int offset) {
    return isLess(number(key, offset), lows[range]);
  }

  @Override
  public boolean endsBefore(int range, byte[] key, int offset) {
    return isLess(highs[range], number(key, offset));
  }

  @Override
  public void putLow(int range, byte[] key, int offset) {
    put(lows[range], key, offset);
  }

  @Override
  public void putHigh(int range, byte[] key, int offset) {
    put(highs[range], key, offset);
  }
}
