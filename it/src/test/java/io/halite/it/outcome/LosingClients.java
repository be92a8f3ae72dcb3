package io.halite.it.outcome;

import io.halite.it.cluster.EmbeddedCluster;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Clusters whose servers lose answers as {@link Losses} says, and clients that do. */
final class LosingClients {
  private LosingClients() {}

  /** Starts a cluster whose gateways lose answers of owners. */
  static EmbeddedCluster startCluster(int regionServers) throws Exception {
    return EmbeddedCluster.startWithoutHdfs(regionServers, LosingClients::loseAnswers);
  }

  /** Lets servers with these settings lose answers of owners. */
  static void loseAnswers(Configuration servers) {
    servers.set("hbase.rpc.client.impl", LosingRpcClient.class.getName());
  }

  /** The configuration of a client that loses answers, and repeats its requests soon. */
  static Configuration conf(EmbeddedCluster cluster) {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.rpc.client.impl", LosingRpcClient.class.getName());
    conf.set(LosingRpcClient.WAY_KEY, Losses.Way.CLIENT.name());
    conf.setInt("hbase.client.pause", 1);
    return conf;
  }

  /** An asynchronous client with this configuration. */
  static AsyncConnection async(EmbeddedCluster cluster) throws Exception {
    return ConnectionFactory.createAsyncConnection(conf(cluster)).get();
  }
}
