package io.halite.coprocessor.door;

import java.util.concurrent.atomic.LongAdder;

/**
 * Operations a second, where those of ten seconds ago count half as much as those of now. Handlers
 * count; the threads of {@link DoorWatch} take, about once a second each. Thread-safe.
 *
 * <p>Example: 100 operations a second begin to arrive. The rate is 50 after 10 seconds and 75 after
 * 20.
 */
final class DecayingRate {
  static final double HALF_MILLIS = 10_000;

  private final LongAdder counted = new LongAdder();
  private boolean begun;
  private long taken;
  private volatile double rate;

  /** The part that remains after so many milliseconds. */
  static double remains(long millis) {
    return Math.pow(0.5, Math.max(0, millis) / HALF_MILLIS);
  }

  void count(long operations) {
    counted.add(operations);
  }

  /**
   * Takes what has been counted since the last call into the rate; the first call only begins.
   *
   * @param now milliseconds
   * @return the operations taken
   */
  synchronized long take(long now) {
    if (!begun || now <= taken) {
      taken = begun ? taken : now;
      begun = true;
      return 0;
    }
    long operations = counted.sumThenReset();
    double remains = remains(now - taken);
    rate = rate * remains + operations * 1_000.0 / (now - taken) * (1 - remains);
    taken = now;
    return operations;
  }

  /** Forgets all operations so far. */
  synchronized void forget() {
    counted.reset();
    rate = 0;
  }

  double rate() {
    return rate;
  }
}
