package io.halite.it.fault;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps a request back in a hook until a test lets it go. */
public final class LetGo {
  private LetGo() {}

  /** Waits for the latch, a minute at most. */
  public static void await(CountDownLatch latch) throws IOException {
    await(latch, 60);
  }

  /** The same, for so many seconds at most. */
  static void await(CountDownLatch latch, int seconds) throws IOException {
    try {
      if (!latch.await(seconds, TimeUnit.SECONDS)) {
        throw new IOException("the test has not let the request go");
      }
    } catch (InterruptedException e) {
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }
}
