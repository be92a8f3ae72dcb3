package io.halite.coprocessor.door;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/**
 * What one door has done. {@code docs/metrics.md} explains each metric. Counting never fails;
 * thread-safe.
 */
public final class DoorCounts {
  private final LongAdder redirected = new LongAdder();
  private final LongAdder served = new LongAdder();
  private final LongAdder declined = new LongAdder();

  /** Counts the parts of a request. */
  void count(List<Decision> decisions) {
    for (Decision decision : decisions) {
      if (decision instanceof Decision.Redirect) {
        redirected.increment();
      } else if (decision instanceof Decision.Serve) {
        served.increment();
      } else if (decision instanceof Decision.Decline) {
        declined.increment();
      }
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

  /** The requests that this server did not serve as a guest, though it has the table. */
  public long declined() {
    return declined.sum();
  }

  /** Shows the counts in a registry of HBase; the same ones again change nothing. */
  public void showIn(MetricRegistry registry) {
    registry.register("doorRedirects", (Gauge<Long>) this::redirected);
    registry.register("doorGuestRequests", (Gauge<Long>) this::served);
    registry.register("doorDeclinedRequests", (Gauge<Long>) this::declined);
  }

  @Override
  public String toString() {
    return "redirected %d, served %d, declined %d".formatted(redirected(), served(), declined());
  }
}
