package io.halite.coprocessor.owner;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheLoader;
import org.apache.hbase.thirdparty.com.google.common.cache.LoadingCache;

/**
 * Keeps a quarter of a server's handlers free of forwards to any one other server, so that a server
 * that does not answer takes its own rows away and not those of all others.
 *
 * <p>Example: 30 handlers, and server {@code b} is paused. 22 handlers wait for {@code b}; further
 * requests to it are refused before they are sent, and the other 8 handlers serve the rows of other
 * servers. While {@code b} answers, a request waits for one of the 22 places: a table may have all
 * of its owner regions on {@code b}, and more clients than that. Requests to this server itself are
 * not bounded. Thread-safe.
 */
final class ServerShares {
  private static final int FORGOTTEN_MINUTES = 60;

  /** A server that has answered so lately probably answers again. */
  private static final long ANSWERING_MILLIS = 1_000;

  private final ServerName here;
  private final int most;
  private final long answeringNanos;
  private final long waitMillis;
  private final HandlerPermits permits;
  private final LoadingCache<ServerName, Places> servers =
      CacheBuilder.newBuilder()
          .expireAfterAccess(FORGOTTEN_MINUTES, TimeUnit.MINUTES)
          .build(CacheLoader.from(server -> new Places()));

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

  ServerShares(Configuration site, ServerName here, HandlerPermits permits) {
    this(site, here, permits, ANSWERING_MILLIS, ForwardRetry.PLACE_MILLIS);
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
      long answeringMillis,
      long waitMillis) {
    int handlers =
        site.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    this.here = here;
    this.permits = permits;
    this.most = Math.max(1, handlers * 3 / 4);
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
    Places places = servers.getUnchecked(server);
    if (!places.take(budget.left())) {
      throw NotSentException.crowded(server, most);
    }
    return places;
  }

  /** The permits of this server's handlers, for long waits. */
  HandlerPermits ofThisServer() {
    return permits;
  }

  /** The handlers that may wait for one server. */
  private final class Places implements Share {
    private final Semaphore free = new Semaphore(most, true);
    private volatile long answered = System.nanoTime() - answeringNanos;

    boolean take(long left) {
      boolean answers = System.nanoTime() - answered < answeringNanos;
      try {
        return free.tryAcquire(answers ? Math.min(waitMillis, left) : 0, TimeUnit.MILLISECONDS);
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    @Override
    public void answered() {
      answered = System.nanoTime();
    }

    @Override
    public void close() {
      free.release();
    }
  }
}
