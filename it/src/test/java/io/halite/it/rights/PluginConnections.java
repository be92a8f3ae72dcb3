package io.halite.it.rights;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.Spread.Share;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.PlugIns;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Connections of a guarded cluster's users over the plug-ins, closed after their use. */
final class PluginConnections {
  private final GuardedCluster cluster;

  PluginConnections(GuardedCluster cluster) {
    this.cluster = cluster;
  }

  /** What a user does with a connection. */
  interface Asked<C> {
    void ask(C connection) throws Exception;
  }

  Configuration direct() {
    Configuration conf = PlugIns.on(cluster.cluster().configuration());
    conf.setInt("hbase.client.retries.number", 1);
    return conf;
  }

  void blocking(String user, Asked<Connection> asked) throws Exception {
    PrivilegedExceptionAction<Void> action =
        () -> {
          try (Connection connection = ConnectionFactory.createConnection(direct())) {
            asked.ask(connection);
          }
          return null;
        };
    cluster.user(user).runAs(action);
  }

  void async(String user, Asked<AsyncConnection> asked) throws Exception {
    PrivilegedExceptionAction<Void> action =
        () -> {
          try (AsyncConnection connection =
              ConnectionFactory.createAsyncConnection(direct()).get()) {
            asked.ask(connection);
          }
          return null;
        };
    cluster.user(user).runAs(action);
  }

  /** How many reads the gateways of a table have taken. */
  long readsOfGateways(TableName name) throws IOException {
    return ofGateways(name, Share::reads);
  }

  /** How many writes the gateways of a table have taken. */
  long writesOfGateways(TableName name) throws IOException {
    return ofGateways(name, Share::writes);
  }

  private long ofGateways(TableName name, ToLongFunction<Share> count) throws IOException {
    return SaltedTableOperations.of(cluster.cluster().connection(), name)
        .spread()
        .gateways()
        .stream()
        .mapToLong(count)
        .sum();
  }
}
