package io.halite.coprocessor.gateway;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * How an open scan repeats its own reads that a server has refused, such as those of a row for
 * which there is no memory.
 *
 * <p>HBase answers a refusal in the middle of a scan by closing the scanner, without the wait that
 * the refusal names. Its blocking client opens the scan again at once and gives up after 16 times,
 * which may pass within a few milliseconds. So the gateway waits itself, as for rows that have not
 * arrived: a refusal that names 600 ms is followed by a read 600 ms later, and by heartbeats
 * meanwhile. After a minute of refusals, or if one names a longer wait, the scan fails. A reader
 * that rests does not count: the minute begins again if nobody has read for 10 seconds after a
 * wait.
 *
 * <p>For one reader at a time.
 */
final class RefusedReads {
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** HBase leaves 0 or less where it cannot read the wait that another version has named. */
  private static final long SHORTEST_MILLIS = 100;

  private final LongSupplier clock;

  /** When the first of the refusals came that had no answer between them. */
  private Optional<Long> since = Optional.empty();

  private long next;

  /** No refusal yet; {@code clock} counts nanoseconds. */
  RefusedReads(LongSupplier clock) {
    this.clock = clock;
  }

  /** Whether a read may be sent. */
  boolean mayRead() {
    return left() <= 0;
  }

  private long left() {
    return since.isPresent() ? next - clock.getAsLong() : 0;
  }

  /**
   * A read has been refused.
   *
   * @throws RpcThrottlingException the refusal, if the scan is to fail with it
   */
  void add(RpcThrottlingException refusal) throws RpcThrottlingException {
    long now = clock.getAsLong();
    long first = since.filter(any -> now - next < REST_NANOS).orElse(now);
    long wait = TimeUnit.MILLISECONDS.toNanos(Math.max(SHORTEST_MILLIS, refusal.getWaitInterval()));
    if (now - first >= LONGEST_NANOS || wait > LONGEST_NANOS) {
      throw refusal;
    }
    since = Optional.of(first);
    next = now + wait;
  }

  /** A read has been answered. */
  void answered() {
    since = Optional.empty();
  }

  /** Waits until a read may be sent, and at most so long. */
  void await(long millis) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.min(TimeUnit.MILLISECONDS.toNanos(millis), left()));
  }
}
