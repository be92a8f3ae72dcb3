package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The request attributes of a forward: the attributes of the client's request, except the one that
 * names the user whom quotas charge.
 *
 * <p>The gateway charges that user once. The owner charges the servers' user, whom an operator
 * exempts; with the attribute it would charge the named user for the same request again.
 *
 * <p>A forward has no attributes of the client's connection, since one connection serves all users.
 * Immutable and thread-safe.
 */
final class ForwardedAttributes {
  /** HBase's site configuration: the request attribute that names the user whom quotas charge. */
  private static final String CHARGED_USER_KEY = "hbase.quota.user.override.key";

  private final String chargedUser;

  ForwardedAttributes(Configuration site) {
    this.chargedUser = site.get(CHARGED_USER_KEY, "");
  }

  /** The attributes for forwards of the request that this thread serves; empty without one. */
  Map<String, byte[]> current() {
    Map<String, byte[]> all = ClientRequest.current().attributes();
    if (!all.containsKey(chargedUser)) {
      return all;
    }
    Map<String, byte[]> others = new HashMap<>(all);
    others.remove(chargedUser);
    return others;
  }
}
