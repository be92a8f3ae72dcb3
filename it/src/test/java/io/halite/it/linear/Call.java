package io.halite.it.linear;

import java.util.Optional;

/**
 * A request of one client, as the client saw it.
 *
 * @param invoked when it was sent, in nanoseconds
 * @param returned when its answer came; {@link #NEVER} if it is not known whether it took effect
 * @param answer what it answered; empty if that is not known
 * @param time that of the cell that it returned, in milliseconds; empty if it returned none
 */
record Call(
    Sender sender,
    Request request,
    long invoked,
    long returned,
    Optional<Object> answer,
    Optional<Long> time) {
  static final long NEVER = Long.MAX_VALUE;

  static Call answered(Sender sender, Request request, long invoked, long returned, Object answer) {
    return new Call(sender, request, invoked, returned, Optional.of(answer), Optional.empty());
  }

  /** The same call, which returned a cell of this time. */
  Call of(Optional<Long> cellTime) {
    return new Call(sender, request, invoked, returned, answer, cellTime);
  }

  /** A call that failed: it may have taken effect, may take effect at any later time, or never. */
  static Call unknown(Sender sender, Request request, long invoked) {
    return new Call(sender, request, invoked, NEVER, Optional.empty(), Optional.empty());
  }

  boolean isAnswered() {
    return answer.isPresent();
  }

  /** Whether it has changed nothing, by its answer. */
  boolean hasOnlyRead() {
    return answer.isPresent()
        && (request instanceof Request.Read
            || (request instanceof Request.Exchange && answer.get().equals(false)));
  }

  /** Whether it was under way at some time from {@code begin} to {@code end}. */
  boolean overlaps(long begin, long end) {
    return invoked <= end && returned >= begin;
  }

  /** Whether the row could have given this answer at that step. */
  boolean allows(Request.Step step) {
    return answer.isEmpty() || answer.get().equals(step.answer());
  }
}
