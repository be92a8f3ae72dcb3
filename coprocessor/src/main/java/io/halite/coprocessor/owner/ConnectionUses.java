package io.halite.coprocessor.owner;

import java.io.IOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection open until the last forward over it has ended.
 *
 * <p>Gets and conditional mutations hold no lock of their gateway region. So the last salted region
 * of a server can close while one is under way, and an answer that is lost then would make the
 * client repeat a compare-and-set that was applied. Thread-safe.
 */
final class ConnectionUses implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionUses.class);

  private final Closing closing;
  private int uses;
  private boolean closed;

  /** What is done when no use is left. */
  interface Closing {
    void close() throws IOException;
  }

  /** One use of the connection, until it is closed. */
  interface Use extends AutoCloseable {
    @Override
    void close();
  }

  ConnectionUses(Closing closing) {
    this.closing = closing;
  }

  /**
   * Begins a use.
   *
   * @throws NotServingRegionException if the connection is closed: so is every salted region of the
   *     server, and the client finds their new servers
   */
  synchronized Use begin() throws NotServingRegionException {
    requireOpen();
    uses++;
    return this::ended;
  }

  /** Throws if no use may begin any more. */
  synchronized void requireOpen() throws NotServingRegionException {
    if (closed) {
      throw new NotServingRegionException(
          "the server has closed its salted regions, from which this request was to be forwarded");
    }
  }

  private void ended() {
    boolean last;
    synchronized (this) {
      last = --uses == 0 && closed;
    }
    if (last) {
      try {
        closing.close();
      } catch (IOException e) {
        LOG.warn("the server's own connection did not close", e);
      }
    }
  }

  /** Lets no use begin, and closes the connection now or when the last use ends. */
  @Override
  public void close() throws IOException {
    boolean unused;
    synchronized (this) {
      unused = !closed && uses == 0;
      closed = true;
    }
    if (unused) {
      closing.close();
    }
  }
}
