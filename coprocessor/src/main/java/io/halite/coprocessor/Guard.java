package io.halite.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the body of a hook so that nothing but an {@code IOException} leaves it.
 *
 * <p>Anything else out of a hook aborts the region server and lets the default operation go on, on
 * the natural key.
 */
final class Guard {
  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);

  private Guard() {}

  /** A hook without an answer. */
  interface Body {
    void run() throws IOException;
  }

  /** A hook with an answer. */
  interface Answering<T> {
    T run() throws IOException;
  }

  static void run(String hook, Body body) throws IOException {
    call(
        hook,
        () -> {
          body.run();
          return null;
        });
  }

  static <T> T call(String hook, Answering<T> body) throws IOException {
    try {
      return body.run();
    } catch (IOException e) {
      throw e;
    } catch (Throwable t) {
      throw new DoNotRetryIOException("halite failed in " + hook + ": " + t, t);
    }
  }

  /** A hook that must not fail at all: what goes wrong is logged. */
  static void runQuietly(String hook, Body body) {
    try {
      body.run();
    } catch (Throwable t) {
      LOG.error("halite failed in {}; the region serves on", hook, t);
    }
  }
}
