package io.halite.it.door;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Connections of both clients, which come to know doors by what a test sends through them. */
final class KnownDoors implements AutoCloseable {
  private final List<Connection> blocking = new ArrayList<>();
  private final List<AsyncConnection> asynchronous = new ArrayList<>();
  private final EmbeddedCluster cluster;

  /** So many of each kind. */
  KnownDoors(EmbeddedCluster cluster, int connections) throws Exception {
    this.cluster = cluster;
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 20);
    conf.setInt("hbase.client.retries.number", 15);
    for (int i = 0; i < connections; i++) {
      blocking.add(ConnectionFactory.createConnection(conf));
      asynchronous.add(ConnectionFactory.createAsyncConnection(conf).get());
    }
  }

  /** Requests of all connections. */
  interface Work {
    void run() throws Exception;
  }

  List<Connection> blocking() {
    return blocking;
  }

  List<AsyncConnection> asynchronous() {
    return asynchronous;
  }

  /** Works until guests have served so many more requests. */
  static void await(EmbeddedCluster cluster, int requests, Work work) throws Exception {
    long before = DoorCluster.sum(cluster, DoorCounts::served);
    Polling.until(
        "guests serve",
        () -> {
          work.run();
          return DoorCluster.sum(cluster, DoorCounts::served) > before + requests;
        });
  }

  /** The same, in the cluster of these connections. */
  void await(int requests, Work work) throws Exception {
    await(cluster, requests, work);
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : blocking) {
      connection.close();
    }
    for (AsyncConnection connection : asynchronous) {
      connection.close();
    }
  }
}
