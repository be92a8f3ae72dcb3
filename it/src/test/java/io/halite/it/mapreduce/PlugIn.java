package io.halite.it.mapreduce;

import io.halite.client.plugin.SaltedConnection;
import org.apache.hadoop.conf.Configuration;

/** The connection plug-in in the site of a tool. */
final class PlugIn {
  private PlugIn() {}

  /** Has the connections of this site be those of the plug-in; returns the site. */
  static Configuration into(Configuration site) {
    site.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    return site;
  }
}
