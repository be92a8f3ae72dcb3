package io.halite.coprocessor.owner;

import java.io.IOException;
import org.apache.hadoop.hbase.ServerName;

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

  /** So many handlers already wait for the owner's server that no other may. */
  static NotSentException crowded(ServerName server, int waiting) {
    return new NotSentException(
        waiting
            + " handlers already wait for server "
            + server
            + ", three quarters of all, so that the others can serve the rows of other servers",
        false);
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
