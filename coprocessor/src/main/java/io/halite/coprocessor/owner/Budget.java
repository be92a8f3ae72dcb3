package io.halite.coprocessor.owner;

import java.io.InterruptedIOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

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

  private Budget(long deadline, BooleanSupplier closing) {
    this.deadline = deadline;
    this.lastAttempt = Math.min(deadline, System.currentTimeMillis() + PATIENCE_MILLIS);
    this.closing = closing;
  }

  /**
   * A budget of {@code millis}, less if the caller gives up earlier.
   *
   * @param callerDeadline milliseconds since the epoch
   * @param closing whether the gateway region is closing, which ends every pause
   */
  public static Budget of(long millis, long callerDeadline, BooleanSupplier closing) {
    return new Budget(Math.min(System.currentTimeMillis() + millis, callerDeadline), closing);
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
    if (closing.getAsBoolean() || System.currentTimeMillis() + pause > lastAttempt) {
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

  private long left() {
    return deadline - System.currentTimeMillis();
  }
}
