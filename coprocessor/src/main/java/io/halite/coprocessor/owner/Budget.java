package io.halite.coprocessor.owner;

import io.halite.routing.wait.Interrupted;
import java.io.InterruptedIOException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The time that one forward may still take, within the bounds of {@link ForwardRetry}. It ends at
 * the caller's deadline, and a pause ends when the gateway region closes.
 *
 * <p>Example: a forward begins 3,000 ms before its caller's deadline. Its first RPC may take 3,000
 * ms; a repeat may begin within the first 100 ms. After the deadline nothing is sent: a write that
 * its client has given up could cover a later one. Thread-safe.
 */
public final class Budget {
  private final long deadline;
  private final long lastAttempt;
  private final BooleanSupplier closing;
  private final LongSupplier clock;

  private Budget(long deadline, BooleanSupplier closing, LongSupplier clock) {
    this.deadline = deadline;
    this.lastAttempt = ForwardRetry.lastAttempt(clock.getAsLong(), deadline);
    this.closing = closing;
    this.clock = clock;
  }

  /**
   * Makes a budget of {@code millis}, or less if the caller gives up earlier.
   *
   * @param callerDeadline milliseconds since the epoch, by HBase's clock
   * @param closing whether the gateway region is closing, which ends every pause
   */
  public static Budget of(long millis, long callerDeadline, BooleanSupplier closing) {
    return of(millis, callerDeadline, closing, EnvironmentEdgeManager::currentTime);
  }

  /** Makes a budget on another clock, which returns milliseconds since the epoch. */
  public static Budget of(
      long millis, long callerDeadline, BooleanSupplier closing, LongSupplier clock) {
    return new Budget(Math.min(clock.getAsLong() + millis, callerDeadline), closing, clock);
  }

  /**
   * Returns the time limit of the next RPC in milliseconds.
   *
   * @throws NotSentException if the budget is spent
   */
  int callTimeoutMillis() throws NotSentException {
    long left = left();
    if (left <= 0) {
      throw NotSentException.late();
    }
    return (int) Math.min(Integer.MAX_VALUE, left);
  }

  /**
   * Waits before the next attempt.
   *
   * @return whether there is time for another attempt; if not, the client has to repeat
   */
  boolean pause(int attempt) throws InterruptedIOException {
    return pauseUntil(lastAttempt, ForwardRetry.pauseMillis(attempt));
  }

  /**
   * Waits before a request is sent again whose answer was lost.
   *
   * @param least the milliseconds that must be left after the pause
   * @return whether so many will be left
   */
  boolean pauseWhileLeft(long pause, long least) throws InterruptedIOException {
    return pauseUntil(deadline - Math.max(0, least), pause);
  }

  /** The same budget that ends so many milliseconds earlier. */
  Budget endingEarlier(long millis) {
    return new Budget(deadline - millis, closing, clock);
  }

  private boolean pauseUntil(long last, long pause) throws InterruptedIOException {
    if (closing.getAsBoolean() || clock.getAsLong() + pause > last) {
      return false;
    }
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("waiting before another attempt", e);
    }
  }

  /** Returns the remaining milliseconds; 0 or less if the budget is spent. */
  public long left() {
    return deadline - clock.getAsLong();
  }
}
