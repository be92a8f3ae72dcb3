package io.halite.coprocessor.owner;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that opens in the background at its first use, and again if that failed: a handler
 * waits for it for a bounded time, whatever the cluster's ZooKeeper does. Thread-safe.
 */
final class Opening<C extends Closeable> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  private final ConnectionUses uses;
  private final Start<C> start;
  private final long waitMillis;
  private Optional<CompletableFuture<C>> connection = Optional.empty();

  /** Begins to open a connection. */
  interface Start<C> {
    CompletableFuture<C> begin() throws IOException;
  }

  /**
   * A connection that is not open yet.
   *
   * @param waitMillis how long {@link #open} waits at most
   */
  Opening(ConnectionUses uses, long waitMillis, Start<C> start) {
    this.uses = uses;
    this.waitMillis = waitMillis;
    this.start = start;
  }

  /**
   * Returns the open connection.
   *
   * @throws IOException if it cannot be opened in time, or if the server has closed its salted
   *     regions
   */
  C open() throws IOException {
    return open(waitMillis);
  }

  /** The same for a caller who has so many milliseconds. */
  C open(long millis) throws IOException {
    try {
      // Not under this object's lock, for which others would wait one after the other.
      return opening(true).get(Math.max(0, Math.min(waitMillis, millis)), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the server's own connection could not be opened", e);
    }
  }

  /** Whether {@link #open} would return the connection without a wait. */
  synchronized boolean isOpen() {
    return connection
        .filter(known -> known.isDone() && !known.isCompletedExceptionally())
        .isPresent();
  }

  /**
   * Returns the connection, which may still be opening.
   *
   * @param first whether a use begins by it; otherwise one is under way, which may end
   */
  synchronized CompletableFuture<C> opening(boolean first) throws IOException {
    if (first) {
      uses.requireOpen();
    }
    if (connection.filter(known -> !known.isCompletedExceptionally()).isEmpty()) {
      connection = Optional.of(start.begin());
    }
    return connection.orElseThrow();
  }

  /** Closes the connection, also one that is still to open. */
  @Override
  public synchronized void close() {
    connection.ifPresent(
        opening ->
            FutureUtils.addListener(
                opening,
                (open, failure) -> {
                  try {
                    if (failure == null) {
                      open.close();
                    }
                  } catch (IOException e) {
                    LOG.warn("the server's own connection did not close", e);
                  }
                }));
    connection = Optional.empty();
  }
}
