package io.halite.coprocessor.owner;

import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * How long refused clients of one call queue are asked to wait.
 *
 * <p>Left to itself a client waits longer each time, up to 20 s, while the handlers it was refused
 * by have long been idle; and it gives up after 16 attempts. So the wait doubles while more than a
 * third of the recent requests are refused, and halves when less than a sixth are: of 7,000
 * operations 3 were refused 16 times in a row at a half. Of 32 requests with 11 refused at 100 ms
 * the next are asked to wait 100 to 300 ms.
 *
 * <p>What a wait does is seen when those who were told have come back. Until then nothing is
 * counted, or a queue that stalls for a moment would send its clients away for seconds.
 *
 * <p>Thread-safe.
 */
final class Pressure {
  static final int WINDOW = 32;
  static final long SHORTEST_MILLIS = 100;
  static final long LONGEST_MILLIS = 2_000;

  private final LongSupplier clock;
  private long waitMillis = SHORTEST_MILLIS;
  private long countedFrom;
  private int granted;
  private int refused;

  /** No refusals yet, by a clock in milliseconds. */
  Pressure(LongSupplier clock) {
    this.clock = clock;
    this.countedFrom = clock.getAsLong();
  }

  synchronized void granted() {
    granted++;
    adapt();
  }

  /** The answer to a request that is refused: nothing ran. */
  RpcThrottlingException refused() {
    long wait;
    synchronized (this) {
      refused++;
      adapt();
      wait = waitMillis;
    }
    return RepeatLater.after(
        wait,
        "all handlers of this call queue but one are waiting for owner regions"
            + " (hbase.regionserver.handler.count)");
  }

  private void adapt() {
    long now = clock.getAsLong();
    if (now < countedFrom) {
      granted = 0;
      refused = 0;
      return;
    }
    int seen = granted + refused;
    if (seen < WINDOW) {
      return;
    }
    if (refused * 3 > seen && waitMillis < LONGEST_MILLIS) {
      change(Math.min(LONGEST_MILLIS, waitMillis * 2), now);
    } else if (refused * 6 < seen && waitMillis > SHORTEST_MILLIS) {
      change(Math.max(SHORTEST_MILLIS, waitMillis / 2), now);
    }
    granted = 0;
    refused = 0;
  }

  private void change(long millis, long now) {
    waitMillis = millis;
    countedFrom = now + millis;
  }
}
