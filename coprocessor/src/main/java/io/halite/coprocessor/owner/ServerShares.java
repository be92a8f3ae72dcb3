package io.halite.coprocessor.owner;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;

/**
 * Keeps a quarter of a server's handlers free of forwards to any one other server, so that a server
 * that does not answer takes its own rows away and not those of all others.
 *
 * <p>Example: 30 handlers, and server {@code b} is paused. 22 handlers wait for {@code b}; further
 * requests to it are refused before they are sent, and the other 8 handlers serve the rows of other
 * servers. Requests to this server itself are not bounded. Thread-safe.
 */
final class ServerShares {
  private final ServerName here;
  private final int most;
  private final ConcurrentMap<ServerName, Integer> waiting = new ConcurrentHashMap<>();

  /** One forward that waits for a server, until it is closed. */
  interface Share extends AutoCloseable {
    @Override
    void close();
  }

  ServerShares(Configuration site, ServerName here) {
    int handlers =
        site.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    this.here = here;
    this.most = Math.max(1, handlers * 3 / 4);
  }

  /**
   * Begins to wait for a server.
   *
   * @throws NotSentException if three quarters of the handlers already do
   */
  Share enter(ServerName server) throws NotSentException {
    if (server.equals(here)) {
      return () -> {};
    }
    if (waiting.merge(server, 1, Integer::sum) > most) {
      leave(server);
      throw NotSentException.crowded(server, most);
    }
    return () -> leave(server);
  }

  private void leave(ServerName server) {
    waiting.computeIfPresent(server, (name, count) -> count == 1 ? null : count - 1);
  }
}
