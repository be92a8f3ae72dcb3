package io.halite.coprocessor.owner;

import java.io.InterruptedIOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How long one forward may still take: bounded by the caller's deadline, ended by a closing region.
 *
 * <p>Attempts are repeated for a moment only: whoever waits here holds a handler and a permit,
 * whoever waits in the client holds nothing.
 */
public final class Budget {
  private static final long SHORTEST_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 40;
  private static final long PATIENCE_MILLIS = 100;

  private final long deadline;
  private final long lastAttempt;
  private final BooleanSupplier closing;
  private final LongSupplier clock;

  private Budget(long deadline, BooleanSupplier closing, LongSupplier clock) {
    this.deadline = deadline;
    this.lastAttempt = Math.min(deadline, clock.getAsLong() + PATIENCE_MILLIS);
    this.closing = closing;
    this.clock = clock;
  }

  /**
   * A budget of {@code millis}, less if the caller gives up earlier.
   *
   * @param callerDeadline milliseconds since the epoch
   * @param closing whether the gateway region is closing, which ends every pause
   */
  public static Budget of(long millis, long callerDeadline, BooleanSupplier closing) {
    return of(millis, callerDeadline, closing, System::currentTimeMillis);
  }

  /** The same on a clock of one's own, which gives milliseconds since the epoch. */
  public static Budget of(
      long millis, long callerDeadline, BooleanSupplier closing, LongSupplier clock) {
    return new Budget(Math.min(clock.getAsLong() + millis, callerDeadline), closing, clock);
  }

  /** What a single RPC may take, never less than a few network round trips. */
  int callTimeoutMillis() {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(SHORTEST_MILLIS, left()));
  }

  /**
   * Waits before the next attempt.
   *
   * @return whether there is time for one; if not, the client is to repeat
   */
  boolean pause(int attempt) throws InterruptedIOException {
    long base = Math.min(LONGEST_PAUSE_MILLIS, 20L << Math.min(attempt, 5));
    long pause = base / 2 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
    if (closing.getAsBoolean() || clock.getAsLong() + pause > lastAttempt) {
      return false;
    }
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }

  /** Milliseconds that are left; 0 or less if it is spent. */
  public long left() {
    return deadline - clock.getAsLong();
  }
}
