package io.halite.coprocessor.owner;

import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * How long refused clients of one call queue are asked to wait.
 *
 * <p>Left to itself a client waits longer each time, up to 20 s, while the handlers it was refused
 * by have long been idle; and it gives up after 16 attempts. So the wait doubles while more than
 * half of the recent requests are refused, and halves when less than a quarter are. Of 32 requests
 * with 20 refused at 100 ms the next are asked to wait 100 to 300 ms.
 *
 * <p>Thread-safe.
 */
final class Pressure {
  static final int WINDOW = 32;
  static final long SHORTEST_MILLIS = 100;
  static final long LONGEST_MILLIS = 2_000;

  private long waitMillis = SHORTEST_MILLIS;
  private int granted;
  private int refused;

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
    int seen = granted + refused;
    if (seen < WINDOW) {
      return;
    }
    if (refused * 2 > seen) {
      waitMillis = Math.min(LONGEST_MILLIS, waitMillis * 2);
    } else if (refused * 4 < seen) {
      waitMillis = Math.max(SHORTEST_MILLIS, waitMillis / 2);
    }
    granted = 0;
    refused = 0;
  }
}
