package io.halite.client.operate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The region servers whose site has to be learned, each by one region that answers.
 *
 * <p>After an outage many regions have no server, or one that does not serve them, and HBase's
 * client takes seconds for each. So no region without a server is asked, and three of one server at
 * most. Not thread-safe.
 */
final class ServersToAsk {
  private static final int TRIES = 3;

  private final int servers;
  private final Set<String> answered;
  private final Map<String, Integer> tries = new HashMap<>();

  /**
   * Of so many live servers.
   *
   * @param silent those that need not be asked
   */
  ServersToAsk(int servers, Set<String> silent) {
    this.servers = servers;
    this.answered = new HashSet<>(silent);
  }

  /** Whether some server has not answered. */
  boolean isAnyLeft() {
    return answered.size() < servers;
  }

  /** Whether to ask a region of this server, which then counts as asked; "" is none. */
  boolean ask(String server) {
    return isAnyLeft()
        && !server.isEmpty()
        && !answered.contains(server)
        && tries.merge(server, 1, Integer::sum) <= TRIES;
  }

  /** A region of this server has answered. */
  void answered(String server) {
    answered.add(server);
  }
}
