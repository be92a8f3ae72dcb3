package io.halite.coprocessor.latest;

/**
 * How many rows of a history to read past the last one wanted, before jumping over the rest.
 *
 * <p>A jump costs as much as a few rows, so reading on is cheaper where histories are short. If
 * reading on reaches the next key, the number grows. If it does not, the number drops to 0, and
 * only one key in sixteen is tried again. So a table of long histories pays for one row in sixteen
 * keys.
 */
final class Patience {
  private static final int MOST = 4;
  private static final int TRY_EVERY = 16;

  private int rows = 1;
  private int jumps;

  /** Returns the number of rows to read before a jump. */
  int rows() {
    return rows > 0 || jumps % TRY_EVERY != TRY_EVERY - 1 ? rows : 1;
  }

  /** Records that reading on reached the next key. */
  void rewarded() {
    rows = Math.min(MOST, rows + 1);
  }

  /** Records a jump. */
  void exhausted() {
    rows = 0;
    jumps++;
  }
}
