package io.halite.coprocessor.owner;

import io.halite.routing.wait.Interrupted;
import io.halite.routing.wait.RunningClock;
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
 * its client has given up could cover a later one.
 *
 * <p>A deadline is a time of the day, by a clock that somebody may set. So the same time is counted
 * on a clock that nobody sets, too, and the smaller rest counts. A clock that is set back lengthens
 * no budget, which may hold the lock of a region. A clock that is set ahead, as that of a machine
 * that slept, ends the budgets under way, since their callers may have given up: they repeat the
 * request, whose deadline is then one of the new time. Thread-safe.
 */
public final class Budget {
  private final long deadline;
  private final long end;
  private final long leastForAnother;
  private final BooleanSupplier closing;
  private final LongSupplier wall;
  private final LongSupplier running;

  private Budget(
      long deadline, long end, BooleanSupplier closing, LongSupplier wall, LongSupplier running) {
    this.deadline = deadline;
    this.end = end;
    this.closing = closing;
    this.wall = wall;
    this.running = running;
    this.leastForAnother = ForwardRetry.leastForAnother(left());
  }

  /**
   * Makes a budget of {@code millis}, or less if the caller gives up earlier.
   *
   * @param callerDeadline milliseconds since the epoch, by HBase's clock
   * @param closing whether the gateway region is closing, which ends every pause
   */
  public static Budget of(long millis, long callerDeadline, BooleanSupplier closing) {
    return of(
        millis, callerDeadline, closing, EnvironmentEdgeManager::currentTime, RunningClock::millis);
  }

  /** Makes a budget on a single other clock, which returns milliseconds since the epoch. */
  public static Budget of(
      long millis, long callerDeadline, BooleanSupplier closing, LongSupplier clock) {
    return of(millis, callerDeadline, closing, clock, clock);
  }

  /**
   * Makes a budget on other clocks.
   *
   * @param wall milliseconds since the epoch
   * @param running a clock in milliseconds that nobody sets
   */
  static Budget of(
      long millis,
      long callerDeadline,
      BooleanSupplier closing,
      LongSupplier wall,
      LongSupplier running) {
    // Read first: a thread that stands still between the two readings gains no time.
    long begun = running.getAsLong();
    long now = wall.getAsLong();
    long left = Math.min(millis, callerDeadline - now);
    return new Budget(now + left, begun + left, closing, wall, running);
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
    return pauseIfLeft(leastForAnother, ForwardRetry.pauseMillis(attempt));
  }

  /**
   * Waits before a request is sent again whose answer was lost.
   *
   * @param least the milliseconds that must be left after the pause
   * @return whether so many will be left
   */
  boolean pauseWhileLeft(long pause, long least) throws InterruptedIOException {
    return pauseIfLeft(Math.max(0, least), pause);
  }

  /** The same budget that ends so many milliseconds earlier. */
  Budget endingEarlier(long millis) {
    return new Budget(deadline - millis, end - millis, closing, wall, running);
  }

  private boolean pauseIfLeft(long least, long pause) throws InterruptedIOException {
    if (closing.getAsBoolean() || left() - pause < least) {
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
    return Math.min(deadline - wall.getAsLong(), end - running.getAsLong());
  }
}
