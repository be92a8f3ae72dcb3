package io.halite.it.cluster;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** The connection plug-ins of the blocking and of the asynchronous client. */
public final class PlugIns {
  private PlugIns() {}

  /** The same configuration for clients with both plug-ins; the given one stays as it is. */
  public static Configuration on(Configuration plain) {
    Configuration conf = HBaseConfiguration.create(plain);
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    conf.set("hbase.client.async.connection.impl", "io.halite.client.plugin.SaltedAsyncConnection");
    return conf;
  }
}
