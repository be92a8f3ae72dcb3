package io.halite.coprocessor.owner;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;

/**
 * The configuration of a server's own connection: that of the server, without plug-ins, without
 * limits that the client has checked before, and with the tags of cells. Stateless.
 */
final class OwnConfiguration {
  private OwnConfiguration() {}

  static Configuration of(Configuration server) {
    // The copying constructor would make an empty copy of a coprocessor's configuration, and
    // HBaseConfiguration.create would read the default files again.
    Configuration conf = new Configuration(false);
    HBaseConfiguration.merge(conf, server);
    conf.unset("hbase.client.connection.impl");
    conf.unset("hbase.client.async.connection.impl");
    conf.unset(HConstants.CLIENT_CONNECTION_REGISTRY_IMPL_CONF_KEY);
    ClientBounds.configure(conf);
    conf.setInt("hbase.client.keyvalue.maxsize", 0);
    conf.setBoolean("hbase.client.metrics.enable", false);
    // The default codec drops the tags of cells; the client's codec decides what the client sees.
    conf.set(HConstants.RPC_CODEC_CONF_KEY, KeyValueCodecWithTags.class.getName());
    return conf;
  }
}
