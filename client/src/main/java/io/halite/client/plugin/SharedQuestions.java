package io.halite.client.plugin;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Lets requests share a question that none of them can be sent without, because the spec that the
 * client knows may be used no longer. The first one asks, and those that come before the question
 * ends wait for it.
 *
 * <p>Each question is a get at the owner of one request's row. What that owner says of the spec
 * counts for all requests of the connection, which are the requests of one user: {@link
 * TableSpec#learn}. That the user may not read the columns of the question counts for requests with
 * the same question, see {@link DeniedQuestions}; the others ask on, and share again. A question
 * that fails otherwise, is interrupted, or has no answer in time says nothing about the owners of
 * other rows: then each request asks its own. Thread-safe.
 */
final class SharedQuestions {
  private static final long MOST_MILLIS = 1_000;

  private final long millis;
  private final LongSupplier clock;
  private Optional<Current> current = Optional.empty();

  /** A question that requests may still wait for. */
  private record Current(SharedQuestion question, long since) {}

  /**
   * The part of a request.
   *
   * @param question the question
   * @param asks whether the request asks it, and then has to end it; otherwise it waits
   */
  record Part(SharedQuestion question, boolean asks) {}

  /**
   * No question yet.
   *
   * @param millis how old a question is at most that requests wait for
   * @param clock milliseconds since any origin; never goes back
   */
  SharedQuestions(long millis, LongSupplier clock) {
    this.millis = millis;
    this.clock = clock;
  }

  /** Questions about a spec that is used for so long. */
  static SharedQuestions of(long maxAgeMillis, LongSupplier clock) {
    // A part of that age, so that who sets none shares none.
    return new SharedQuestions(Math.min(maxAgeMillis / 8, MOST_MILLIS), clock);
  }

  /** Joins the question that is under way, or begins one. */
  synchronized Part take() {
    long now = clock.getAsLong();
    Optional<Current> open =
        current.filter(of -> !of.question().isEnded() && now - of.since() < millis);
    if (open.isPresent()) {
      return new Part(open.get().question(), false);
    }
    Current begun = new Current(new SharedQuestion(millis), now);
    current = Optional.of(begun);
    return new Part(begun.question(), true);
  }
}
