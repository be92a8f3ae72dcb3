package io.halite.it.plugin;

import io.halite.client.plugin.SaltedAsyncConnection;
import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Embedded clusters whose servers read the settings of the plug-ins, as where applications and
 * servers share one file. The cluster's own clients are plain ones.
 */
public final class PluginOnServers {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "hbase.client.connection.impl", SaltedConnection.class.getName(),
          "hbase.client.async.connection.impl", SaltedAsyncConnection.class.getName());

  private PluginOnServers() {}

  /** Starts a cluster with further {@code settings}. */
  public static EmbeddedCluster start(int regionServers, Consumer<Configuration> settings)
      throws Exception {
    EmbeddedCluster cluster =
        EmbeddedCluster.start(
            regionServers,
            conf -> {
              settings.accept(conf);
              SETTINGS.forEach(conf::set);
            });
    SETTINGS.keySet().forEach(cluster.configuration()::unset);
    cluster.utility().invalidateConnection();
    return cluster;
  }
}
