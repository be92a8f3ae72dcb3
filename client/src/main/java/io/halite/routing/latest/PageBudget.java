package io.halite.routing.latest;

/**
 * The size at which a page ends, unless its ranges end first. Immutable.
 *
 * @param bytes the approximate size of its rows in bytes, 1 to 2,097,152
 * @param rows how many rows, 1 to 100,000; an aggregate counts as one
 * @param millis the approximate time to read it in milliseconds, 1 to 60,000
 */
public record PageBudget(int bytes, int rows, int millis) {
  /** The largest page, in bytes. */
  public static final int MAX_BYTES = 2 * 1024 * 1024;

  /** The largest page, in rows. */
  public static final int MAX_ROWS = 100_000;

  /** The longest that a page may take, in milliseconds. */
  public static final int MAX_MILLIS = 60_000;

  /** 1 MiB and five seconds. */
  public static final PageBudget DEFAULT = new PageBudget(1024 * 1024, 5_000);

  /**
   * Checks that each value is within its bounds.
   *
   * @throws LatestException if one is not
   */
  public PageBudget {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new LatestException("page bytes", bytes, "they must be 1 to " + MAX_BYTES);
    }
    if (rows < 1 || rows > MAX_ROWS) {
      throw new LatestException("page rows", rows, "they must be 1 to " + MAX_ROWS);
    }
    if (millis < 1 || millis > MAX_MILLIS) {
      throw new LatestException("page milliseconds", millis, "they must be 1 to " + MAX_MILLIS);
    }
  }

  /** A budget of bytes and time, with the largest number of rows. */
  public PageBudget(int bytes, int millis) {
    this(bytes, MAX_ROWS, millis);
  }
}
