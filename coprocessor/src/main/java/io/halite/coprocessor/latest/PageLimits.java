package io.halite.coprocessor.latest;

import io.halite.routing.latest.PageBudget;
import java.util.function.LongSupplier;

/** When a page has to end: counted in bytes and rows, and on a clock. */
final class PageLimits {
  private final long bytes;
  private final int rows;
  private final long deadline;
  private final LongSupplier clock;

  /**
   * Makes limits that begin now.
   *
   * @param callerDeadline when the caller gives up, on the same clock
   * @param clock milliseconds since 1970
   */
  PageLimits(PageBudget budget, long callerDeadline, LongSupplier clock) {
    this.bytes = budget.bytes();
    this.rows = budget.rows();
    this.clock = clock;
    long now = clock.getAsLong();
    // Half of the time that the caller still waits: the answer has to travel, and the request may
    // have waited in a queue.
    long callerMillis = Math.max(1, (callerDeadline - now) / 2);
    this.deadline = now + Math.min(budget.millis(), callerMillis);
  }

  long deadline() {
    return deadline;
  }

  boolean areReached(long bytesSoFar, int rowsSoFar) {
    return bytesSoFar >= bytes || rowsSoFar >= rows || clock.getAsLong() >= deadline;
  }
}
