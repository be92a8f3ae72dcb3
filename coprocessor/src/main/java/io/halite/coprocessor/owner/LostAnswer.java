package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.NoAnswerException;
import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Row;

/**
 * Whether one forward has lost an answer, and when it may be sent again.
 *
 * <p>An owner knows a numbered request again, and answers a repeat with the outcome of the first
 * attempt. So the gateway repeats it when an answer is lost. It waits for the first answer during
 * half of its time, so that a repeat is possible if none comes: of 60 s, 30 s. After the loss of an
 * answer the client must not repeat a request without a nonce, which the owner would take for a new
 * one. So the gateway answers before the client gives up: after 59 s at most.
 *
 * <p>An owner that stays silent is asked for 5 s. An owner region that is away, since its server
 * has died, is awaited for a minute at most, if few other handlers do the same. A multi request,
 * which has other parts to send, awaits a region for half of its time.
 *
 * <p>For one forward, on one thread, until it is closed.
 */
final class LostAnswer implements AutoCloseable {
  private final Budget budget;
  private final Repeat repeat;
  private final long begun = System.nanoTime();
  private Optional<IOException> seen = Optional.empty();
  private long leftAtLoss;
  private int repeats;
  private boolean away;
  private long leftAtSilence;
  private Optional<HandlerPermits.Permit> place = Optional.empty();

  /** Who sends a request again whose answer is lost. */
  private enum Repeat {
    BY_GATEWAY,
    BY_GATEWAY_AND_CLIENT,
    BY_CLIENT,
    BY_NOBODY
  }

  private LostAnswer(Budget budget, Repeat repeat) {
    this.budget = budget;
    this.repeat = repeat;
  }

  /** A read, which the client sends again if its answer is lost. */
  static LostAnswer ofRead(Budget budget) {
    return new LostAnswer(budget, Repeat.BY_CLIENT);
  }

  /** A forward without a number, which nobody sends again if that would do harm. */
  static LostAnswer of(Row request, Budget budget) {
    return new LostAnswer(
        budget, NewestVersion.isDeletedBy(request) ? Repeat.BY_NOBODY : Repeat.BY_CLIENT);
  }

  /** A forward that is sent again with its number. */
  static LostAnswer ofNumbered(Budget budget) {
    return new LostAnswer(budget, Repeat.BY_GATEWAY);
  }

  /** The same, of a client that repeats it with the same nonce, and so with the same number. */
  static LostAnswer ofNumberedByNonce(Budget budget) {
    return new LostAnswer(budget, Repeat.BY_GATEWAY_AND_CLIENT);
  }

  /** What is left for the next attempt: after a loss, the client has to know of it in time. */
  Budget budget() {
    return seen.isEmpty() ? budget : budget.endingEarlier(ForwardRetry.reserveMillis(leftAtLoss));
  }

  /**
   * Returns the time limit of the next RPC in milliseconds.
   *
   * @throws NotSentException if the budget is spent
   */
  int callTimeoutMillis() throws NotSentException {
    int left = budget().callTimeoutMillis();
    return seen.isEmpty()
        ? Math.max(1, left / 2)
        : (int) Math.min(ForwardRetry.LOST_ANSWER_MILLIS, left);
  }

  /** Returns how long ago the first attempt was sent; 0 if no answer was lost. */
  int ageMillis() {
    long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    return seen.isEmpty() ? 0 : (int) Math.min(Integer.MAX_VALUE, age + 1);
  }

  /**
   * Whether the request may be sent again after an attempt that failed.
   *
   * @param thrown what was thrown
   * @param answer the error behind it
   */
  boolean allowsRepeat(Exception thrown, IOException answer) {
    boolean before = away;
    away = ForwardRetry.isAway(answer);
    if (before && !away) {
      // A region that is open again may take its time.
      leftAtSilence = budget().left();
    }
    if (ForwardRetry.nothingRan(answer)) {
      return true;
    }
    if (repeat != Repeat.BY_CLIENT && thrown instanceof NoAnswerException && seen.isEmpty()) {
      seen = Optional.of(answer);
      leftAtLoss = budget.left();
      leftAtSilence = budget().left();
    }
    return isRepeatedByGateway() && seen.isPresent() && !(answer instanceof DoNotRetryIOException);
  }

  private boolean isRepeatedByGateway() {
    return repeat == Repeat.BY_GATEWAY || repeat == Repeat.BY_GATEWAY_AND_CLIENT;
  }

  /**
   * Waits before the next attempt.
   *
   * @param permits those of this handler, for a long wait
   * @return whether there is time for the attempt
   */
  boolean pause(int attempts, HandlerPermits permits) throws InterruptedIOException {
    if (seen.isEmpty()) {
      return budget.pause(attempts);
    }
    long least = leftAtSilence - ForwardRetry.LOST_ANSWER_MILLIS;
    return budget().pauseWhileLeft(ForwardRetry.pauseAfterLossMillis(repeats++), least)
        || (away && hasPlace(permits) && pauseForRegion());
  }

  private boolean pauseForRegion() throws InterruptedIOException {
    long own = ClientRequest.current().isMulti() ? leftAtLoss / 2 : leftAtLoss;
    long most = Math.min(ForwardRetry.REGION_AWAY_MILLIS, own);
    return budget().pauseWhileLeft(ForwardRetry.pauseForRegionMillis(), leftAtLoss - most);
  }

  private boolean hasPlace(HandlerPermits permits) {
    if (ClientRequest.current().isAbandoned()) {
      return false;
    }
    if (place.isEmpty()) {
      place = permits.tryWaitLong();
    }
    return place.isPresent();
  }

  /** Gives back what the forward holds. */
  @Override
  public void close() {
    place.ifPresent(HandlerPermits.Permit::close);
    place = Optional.empty();
  }

  /** Returns the error for the client if an answer was lost and no repeat was answered. */
  Optional<IOException> unknown() {
    return seen.map(
        switch (repeat) {
          case BY_NOBODY -> NewestVersion::unknown;
          case BY_GATEWAY_AND_CLIENT -> ForwardRetry::forClient;
          case BY_GATEWAY, BY_CLIENT -> LostAnswer::unknown;
        });
  }

  /** Returns the error for the client of a forward that may not be sent again. */
  IOException forClient(IOException answer) {
    return repeat == Repeat.BY_NOBODY && seen.isPresent()
        ? NewestVersion.unknown(answer)
        : ForwardRetry.forClient(answer);
  }

  private static IOException unknown(IOException seen) {
    return new DoNotRetryIOException(
        "the owner region did not answer, and whether it applied the conditional write is unknown:"
            + " HBase's client does not repeat it, since a repeat would answer false if it was"
            + " applied; read the row before you send it again ("
            + seen
            + ")",
        seen);
  }

  /** Classifies a failed forward by the error that its client receives. */
  Failure failure(IOException error) {
    return seen.isPresent() && error.getCause() == seen.get()
        ? Failure.UNKNOWN
        : ForwardRetry.failure(error);
  }
}
