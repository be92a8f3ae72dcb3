package io.halite.coprocessor.door;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * What one door has done. {@code docs/doors.md} explains each metric. Counting never fails;
 * thread-safe.
 */
public final class DoorCounts {
  private final LongAdder redirected = new LongAdder();
  private final LongAdder served = new LongAdder();
  private final LongAdder declined = new LongAdder();
  private final LongSupplier redirecting;

  /**
   * None yet.
   *
   * @param redirecting how many gateway regions of this server redirect connections now
   */
  DoorCounts(LongSupplier redirecting) {
    this.redirecting = redirecting;
  }

  /** Counts a part of a request. */
  void count(Decision decision) {
    if (decision instanceof Decision.Redirect) {
      redirected.increment();
    } else if (decision instanceof Decision.Serve) {
      served.increment();
    } else if (decision instanceof Decision.Decline) {
      declined.increment();
    }
  }

  /** The redirects so far. */
  public long redirected() {
    return redirected.sum();
  }

  /** The requests that this server served as a guest. */
  public long served() {
    return served.sum();
  }

  /** The natural requests that this server did not serve as a guest, though it has the table. */
  public long declined() {
    return declined.sum();
  }

  /** The gateway regions of this server that redirect connections now. */
  public long redirecting() {
    return redirecting.getAsLong();
  }

  /** Shows the counts in a registry of HBase; the same ones again change nothing. */
  public void showIn(MetricRegistry registry) {
    registry.register("doorRedirects", (Gauge<Long>) this::redirected);
    registry.register("doorGuestRequests", (Gauge<Long>) this::served);
    registry.register("doorDeclinedRequests", (Gauge<Long>) this::declined);
    registry.register("doorRedirectingRegions", (Gauge<Long>) this::redirecting);
  }

  @Override
  public String toString() {
    return "redirected %d, served %d, declined %d".formatted(redirected(), served(), declined());
  }
}
