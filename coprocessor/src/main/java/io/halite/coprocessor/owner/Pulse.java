package io.halite.coprocessor.owner;

import java.util.function.LongSupplier;

/**
 * Notices that this server stood still: it was stopped or swapped out, or collected garbage.
 *
 * <p>What clients sent meanwhile lies in the server's sockets. It is read afterwards, and looks
 * new. So for 5 s the server takes each request for as much older as it stood still.
 *
 * <p>Example: the server beats every 500 ms. It is stopped for 12 s. For 5 s from then, {@link
 * #stillMillis} returns 12,000.
 *
 * <p>A stopped virtual machine does not count the time on one of its clocks, so there are two.
 * Thread-safe; one thread beats.
 */
final class Pulse {
  static final int PERIOD_MILLIS = 500;

  /** A beat so late is no matter of a busy processor. */
  private static final long LATE_MILLIS = 1_500;

  /** The time in which a server has read what lay in its sockets. */
  private static final long READ_MILLIS = 5_000;

  private final LongSupplier running;
  private final LongSupplier wall;
  private volatile Beat last;

  /**
   * A beat.
   *
   * @param running when it was, by the one clock
   * @param wall when it was, by the other
   * @param isLate whether the server stood still before it
   * @param still how long the server had stood still last
   * @param until by the first clock, when that is over
   */
  private record Beat(long running, long wall, boolean isLate, long still, long until) {}

  /**
   * Begins with a beat now.
   *
   * @param running a clock in milliseconds that nobody sets
   * @param wall milliseconds since the epoch
   */
  Pulse(LongSupplier running, LongSupplier wall) {
    this.running = running;
    this.wall = wall;
    long now = running.getAsLong();
    this.last = new Beat(now, wall.getAsLong(), false, 0, now);
  }

  /** To be called every {@link #PERIOD_MILLIS}. */
  void beat() {
    Beat before = last;
    long gap = since(before);
    long now = running.getAsLong();
    long known = now < before.until ? before.still : 0;
    if (gap > LATE_MILLIS) {
      // Between two late beats in a row the server may have had no time to read.
      long still = before.isLate ? known + gap : Math.max(known, gap);
      last = new Beat(now, wall.getAsLong(), true, still, now + READ_MILLIS);
    } else {
      last = new Beat(now, wall.getAsLong(), false, known, before.until);
    }
  }

  private long since(Beat beat) {
    return Math.max(running.getAsLong() - beat.running, wall.getAsLong() - beat.wall);
  }

  /** Whether the server has stood still, and has not beaten since. */
  boolean isMissed() {
    return since(last) > LATE_MILLIS;
  }

  /** How much older requests may be than they look, in milliseconds; 0 at almost all times. */
  long stillMillis() {
    Beat beat = last;
    long gap = since(beat);
    long known = running.getAsLong() < beat.until ? beat.still : 0;
    return gap > LATE_MILLIS ? known + gap : known;
  }
}
