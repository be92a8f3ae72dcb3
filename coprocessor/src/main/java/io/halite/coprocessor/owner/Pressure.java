package io.halite.coprocessor.owner;

import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * The wait that refused clients of one call queue are given, by how many were refused lately.
 *
 * <p>A client that is given no wait waits longer each time, up to 20 s, while the handlers that it
 * was refused by have long been idle; and it gives up after 16 attempts. So the wait follows the
 * share of refusals by the rule of {@link ForwardRetry#permitWaitMillis}. Of 32 requests with 11
 * refused at 100 ms the next are given 100 to 300 ms.
 *
 * <p>A new wait is judged only after the clients that were given it have retried. Until then
 * nothing is counted, or a queue that stalls for a moment would send its clients away for seconds.
 *
 * <p>Thread-safe.
 */
final class Pressure {
  private final LongSupplier clock;
  private long waitMillis = ForwardRetry.SHORTEST_PERMIT_WAIT_MILLIS;
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

  /** The answer to a request that is refused before anything of it runs. */
  RpcThrottlingException refused() {
    long wait;
    synchronized (this) {
      refused++;
      adapt();
      wait = waitMillis;
    }
    return ForwardRetry.later(
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
    if (granted + refused < ForwardRetry.PERMIT_WINDOW) {
      return;
    }
    long next = ForwardRetry.permitWaitMillis(waitMillis, granted, refused);
    if (next != waitMillis) {
      waitMillis = next;
      countedFrom = now + next;
    }
    granted = 0;
    refused = 0;
  }
}
