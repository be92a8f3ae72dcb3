package io.halite.coprocessor;

import io.halite.keys.KeyBytes;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the body of a hook so that the hook throws nothing but an {@code IOException}.
 *
 * <p>If a hook throws anything else, HBase aborts the server, or unloads the coprocessor and goes
 * on with its own operation, on the natural key. Immutable and thread-safe.
 */
public final class Guard {
  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);

  // Characters of another exception's text, which may quote what a client has sent.
  private static final int MOST_SHOWN = 500;

  private final Probe probe;

  /** A guard without a probe. */
  public Guard() {
    this(hook -> {});
  }

  /** A guard that runs a probe inside each hook: the hook throws what the probe throws. */
  Guard(Probe probe) {
    this.probe = probe;
  }

  /** Runs at the beginning of each hook. */
  interface Probe {
    /** Runs inside the hook of this name. */
    void inside(String hook) throws IOException;
  }

  /** A hook without an answer. */
  public interface Body {
    /** Does what the hook is for. */
    void run() throws IOException;
  }

  /** A hook with an answer. */
  public interface Answering<T> {
    /** Does what the hook is for, and answers. */
    T run() throws IOException;
  }

  /**
   * Runs a hook without an answer.
   *
   * @throws DoNotRetryIOException in place of anything that is not an {@code IOException}
   */
  public void run(String hook, Body body) throws IOException {
    call(
        hook,
        () -> {
          body.run();
          return true;
        });
  }

  /**
   * Runs a hook with an answer.
   *
   * @throws DoNotRetryIOException in place of anything that is not an {@code IOException}
   */
  public <T> T call(String hook, Answering<T> body) throws IOException {
    try {
      probe.inside(hook);
      return body.run();
    } catch (IOException e) {
      throw e;
    } catch (Throwable t) {
      throw new DoNotRetryIOException(
          "halite failed in " + hook + ": " + KeyBytes.cut(t.toString(), MOST_SHOWN), t);
    }
  }

  /** Runs a hook that must not throw at all: a failure is logged. */
  public void runQuietly(String hook, Body body) {
    try {
      probe.inside(hook);
      body.run();
    } catch (Throwable t) {
      LOG.error("halite failed in {}; the server goes on", hook, t);
    }
  }
}
