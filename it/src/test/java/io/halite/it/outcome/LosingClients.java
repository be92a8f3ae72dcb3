package io.halite.it.outcome;

import io.halite.it.cluster.EmbeddedCluster;
import org.apache.hadoop.conf.Configuration;

/** Clients of a cluster that lose answers, and repeat their requests soon. */
final class LosingClients {
  private LosingClients() {}

  static Configuration conf(EmbeddedCluster cluster) {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set(LosingRpcClient.WAY_KEY, Losses.Way.CLIENT.name());
    conf.setInt("hbase.client.pause", 1);
    return conf;
  }
}
