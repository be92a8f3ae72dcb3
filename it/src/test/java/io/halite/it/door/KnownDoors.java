package io.halite.it.door;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;

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

  /** The asynchronous connections at doors for the row of a put; all of them put until one is. */
  List<AsyncConnection> atDoors(TableName table, Put put, ServerName home) throws Exception {
    List<AsyncConnection> atDoors = new ArrayList<>();
    Polling.until(
        "an asynchronous connection is at a door",
        () -> {
          for (AsyncConnection client : asynchronous) {
            client.getTable(table).put(put).get();
            if (!serverOf(client, table, put.getRow(), false).equals(home)) {
              atDoors.add(client);
            }
          }
          return !atDoors.isEmpty();
        });
    return atDoors;
  }

  /** The server to which a connection sends requests for a row. */
  static ServerName serverOf(AsyncConnection client, TableName table, byte[] row, boolean reload)
      throws Exception {
    return client.getRegionLocator(table).getRegionLocation(row, reload).get().getServerName();
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
