package io.halite.routing.wait;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;

/** The exception of a request whose thread was interrupted. Stateless. */
public final class Interrupted {
  private Interrupted() {}

  /**
   * Returns the exception, with its cause. Whether the thread stays interrupted, the caller
   * decides.
   *
   * @param what what the thread did: {@code waiting for the next row of a scan}
   */
  public static InterruptedIOException during(String what, InterruptedException cause) {
    InterruptedIOException interrupted =
        new InterruptedIOException("the thread was interrupted while " + what);
    interrupted.initCause(cause);
    return interrupted;
  }

  /**
   * Throws a failure again if the thread was interrupted. A {@link SocketTimeoutException} is one
   * of the same class, and says that the time was up.
   */
  public static void rethrow(IOException failure) throws InterruptedIOException {
    if (failure instanceof InterruptedIOException interrupted
        && !(failure instanceof SocketTimeoutException)) {
      throw interrupted;
    }
  }
}
