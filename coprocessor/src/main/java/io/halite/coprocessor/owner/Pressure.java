package io.halite.coprocessor.owner;

import io.halite.routing.wait.RunningClock;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Chooses the wait that refusals of one call queue name, by the share of requests that were refused
 * lately.
 *
 * <p>Without such a wait, a client waits longer after each refusal, up to 20 s, even if handlers
 * are idle again, and it gives up after 16 attempts. So the wait follows the share of refusals by
 * the rule of {@link ForwardRetry#permitWaitMillis}. If 11 of 32 requests are refused at a wait of
 * 100 ms, the next refusals name 100 to 300 ms.
 *
 * <p>A new wait is judged only after the clients that were given it have retried. Until then this
 * class counts no requests: otherwise a queue that stalls for a moment would make its clients wait
 * for seconds.
 *
 * <p>Thread-safe.
 */
final class Pressure {
  private final LongSupplier clock;
  private long waitMillis = ForwardRetry.SHORTEST_PERMIT_WAIT_MILLIS;
  private long countedFrom;
  private int granted;
  private int refused;

  /** Begins without refusals. */
  Pressure() {
    this(RunningClock::millis);
  }

  /**
   * The same by another clock, in milliseconds, which nobody may set: until it has come to where it
   * was set back from, refusals would name the wait of then.
   */
  Pressure(LongSupplier clock) {
    this.clock = clock;
    this.countedFrom = clock.getAsLong();
  }

  synchronized void granted() {
    granted++;
    adapt();
  }

  /** Returns the answer to a request that the server refuses before any of it runs. */
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
