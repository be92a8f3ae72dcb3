package io.halite.coprocessor.owner;

import java.io.IOException;

/** Says that a forward was not sent, so that nothing of it ran and it may be sent again. */
final class NotSentException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean slow;

  private NotSentException(String why, boolean slow) {
    super(why);
    this.slow = slow;
  }

  /** The time of the forward is over. */
  static NotSentException late() {
    return new NotSentException("the client's deadline or the time of a forward is over", false);
  }

  /** The table that knows the regions did not say in time where the owner region is. */
  static NotSentException slow(String what) {
    return new NotSentException(what, true);
  }

  /** The place of the owner region could not be read. */
  static NotSentException unlocated(String what, Throwable cause) {
    NotSentException failure = new NotSentException(what + " (" + cause + ")", false);
    failure.initCause(cause);
    return failure;
  }

  /** Whether other reads of places would probably be as slow. */
  boolean isSlow() {
    return slow;
  }
}
