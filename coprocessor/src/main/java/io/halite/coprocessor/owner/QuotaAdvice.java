package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ServerLogin;
import io.halite.coprocessor.host.ServerQuotas;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Advises the operator, where quotas are on, to exempt the user of the region servers.
 *
 * <p>Gateways send forwards as that user, so HBase charges forwards to that user at the owner. If
 * the user has no GLOBAL_BYPASS, all clients of all salted tables share that user's default quota,
 * and the quotas of tables, namespaces and servers are charged twice for a request. Stateless.
 */
public final class QuotaAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(QuotaAdvice.class);

  private QuotaAdvice() {}

  /**
   * Checks once for each server, in another thread, because the quota table may open after this
   * region.
   *
   * @param sharedData the data that the regions of all servers of this JVM share
   * @param server the server's name
   * @param site the server's configuration
   * @param connection the server's connection, which this method does not close
   */
  public static void look(
      Map<String, Object> sharedData, String server, Configuration site, Connection connection) {
    if (ServerQuotas.areOn(site)
        && sharedData.putIfAbsent("quota advice/" + server, server) == null) {
      Thread looking = new Thread(() -> log(connection), "halite-quota-advice");
      looking.setDaemon(true);
      looking.start();
    }
  }

  private static void log(Connection connection) {
    try {
      String user = ServerLogin.user().getShortName();
      of(ServerQuotas.areBypassed(connection, user), user).ifPresent(LOG::warn);
    } catch (IOException | RuntimeException e) {
      LOG.warn("quotas are on, and the quotas of this server's user cannot be read", e);
    }
  }

  /** Returns the advice; empty if the user of the servers is exempt. */
  static Optional<String> of(boolean bypassed, String user) {
    return bypassed
        ? Optional.empty()
        : Optional.of(
            "quotas are on, and user '%s', who sends this server's forwards of salted tables, has"
                    .formatted(user)
                + " no GLOBAL_BYPASS: tables are charged twice, and a default quota of users"
                + " throttles every client at once. In the HBase shell: set_quota USER => '%s',"
                    .formatted(user)
                + " GLOBAL_BYPASS => true");
  }
}
