package io.halite.coprocessor.owner;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;

/**
 * Keeps a quarter of a server's handlers free of forwards to any one other server, so that a server
 * that does not answer takes its own rows away and not those of all others.
 *
 * <p>Example: 30 handlers, and server {@code b} is paused. 22 handlers wait for {@code b}; further
 * requests to it are refused before they are sent, and the other 8 handlers serve the rows of other
 * servers. While {@code b} answers, a request waits for one of the 22 places: a table may have all
 * of its owner regions on {@code b}, and more clients than that. Requests to this server itself are
 * not bounded.
 *
 * <p>Tables that load Halite from different jars share the places, and the time of the last answer:
 * otherwise tables whose requests find no place would not know that {@code b} answers, and would
 * never wait for one. A server that starts again has the places of the one before it at its
 * address, whose requests end when it does. Those of each address that was ever sent a request,
 * some 300 bytes, stay until this server restarts. Thread-safe.
 */
final class ServerShares {
  /** A server that has answered so lately probably answers again. */
  private static final long ANSWERING_MILLIS = 1_000;

  private final ServerName here;
  private final int most;
  private final long answeringNanos;
  private final long waitMillis;
  private final HandlerPermits permits;
  private final ServerWide shared;
  private final ConcurrentMap<Address, Places> servers = new ConcurrentHashMap<>();

  /** One forward that waits for a server, until it is closed. */
  interface Share extends AutoCloseable {
    /** The server has answered the forward. */
    void answered();

    @Override
    void close();
  }

  private static final Share OWN =
      new Share() {
        @Override
        public void answered() {}

        @Override
        public void close() {}
      };

  ServerShares(Configuration site, ServerName here, HandlerPermits permits, ServerWide shared) {
    this(site, here, permits, shared, ANSWERING_MILLIS, ForwardRetry.PLACE_MILLIS);
  }

  /**
   * Shares with other times than those of production.
   *
   * @param answeringMillis how long a server counts as answering after an answer
   * @param waitMillis how long a request waits for a place then
   */
  ServerShares(
      Configuration site,
      ServerName here,
      HandlerPermits permits,
      ServerWide shared,
      long answeringMillis,
      long waitMillis) {
    int handlers =
        site.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    this.here = here;
    this.permits = permits;
    this.shared = shared;
    this.most = shared.get("places", () -> Math.max(1, handlers * 3 / 4));
    this.answeringNanos = TimeUnit.MILLISECONDS.toNanos(answeringMillis);
    this.waitMillis = waitMillis;
  }

  /**
   * Begins to wait for a server.
   *
   * @param budget of the forward, within which it waits for a place
   * @throws NotSentException if three quarters of the handlers already do, and go on doing so
   */
  Share enter(ServerName server, Budget budget) throws NotSentException {
    if (server.equals(here)) {
      return OWN;
    }
    Places places = servers.computeIfAbsent(server.getAddress(), Places::new);
    if (!places.take(budget.left())) {
      throw NotSentException.crowded(server, most);
    }
    return places;
  }

  /** The permits of this server's handlers, for long waits. */
  HandlerPermits permits() {
    return permits;
  }

  /** The handlers that may wait for one server. */
  private final class Places implements Share {
    private final Semaphore free;

    /** By the clock of the JVM, which all jars read. */
    private final AtomicLong answered;

    Places(Address server) {
      this.free = shared.get("places/" + server, () -> new Semaphore(most, true));
      this.answered =
          shared.get(
              "answered/" + server, () -> new AtomicLong(System.nanoTime() - answeringNanos));
    }

    boolean take(long left) {
      boolean answers = System.nanoTime() - answered.get() < answeringNanos;
      try {
        return free.tryAcquire(answers ? Math.min(waitMillis, left) : 0, TimeUnit.MILLISECONDS);
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    @Override
    public void answered() {
      answered.set(System.nanoTime());
    }

    @Override
    public void close() {
      free.release();
    }
  }
}
