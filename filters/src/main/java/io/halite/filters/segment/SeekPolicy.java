package io.halite.filters.segment;

/**
 * Decides between seeking to a target and reading on to it.
 *
 * <p>Up to {@link #MOST_ROWS} rows are read before a seek; fewer each time that reading did not get
 * there, more each time that it did. Once reading never gets there, every seek is taken at once,
 * and each sixteenth is tried by reading again: the data may have become dense. Both numbers are
 * chosen on the assumption that a seek costs about as much as a few rows read; they are not
 * measured.
 */
final class SeekPolicy {
  private static final int MOST_ROWS = 8;
  private static final int SEEKS_PER_PROBE = 16;

  private final boolean always;
  private int budget = MOST_ROWS;
  private int limit;
  private int read;
  private int seeks;

  /** With {@code always}, no row is ever read where a seek could pass it. */
  SeekPolicy(boolean always) {
    this.always = always;
  }

  /** A new target has come up. */
  void aim() {
    read = 0;
    limit = always ? 0 : budget;
    if (limit == 0 && !always && ++seeks == SEEKS_PER_PROBE) {
      seeks = 0;
      limit = MOST_ROWS;
    }
  }

  /** Whether to read one row more towards the target; if not, to seek. */
  boolean readsOn() {
    if (read < limit) {
      read++;
      return true;
    }
    if (limit > 0) {
      budget /= 2;
    }
    return false;
  }

  /** The target was reached by reading. */
  void reached() {
    budget = Math.min(MOST_ROWS, budget + 2);
  }
}
