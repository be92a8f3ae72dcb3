package io.halite.coprocessor.latest;

/**
 * How many rows of a history to read past the last one wanted, before jumping over the rest.
 *
 * <p>A jump costs as much as a few rows: where histories are short, reading on is cheaper. Reading
 * on that reached the next key earns more patience, reading on in vain costs all of it; then one
 * key in sixteen is tried again. So a table of long histories pays for one row in sixteen keys.
 */
final class Patience {
  private static final int MOST = 4;
  private static final int TRY_EVERY = 16;

  private int rows = 1;
  private int jumps;

  /** Rows to read before a jump. */
  int rows() {
    return rows > 0 || jumps % TRY_EVERY != TRY_EVERY - 1 ? rows : 1;
  }

  /** The next key came before patience ran out. */
  void rewarded() {
    rows = Math.min(MOST, rows + 1);
  }

  /** There was a jump. */
  void exhausted() {
    rows = 0;
    jumps++;
  }
}
