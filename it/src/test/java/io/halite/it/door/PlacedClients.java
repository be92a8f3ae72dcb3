package io.halite.it.door;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Usual clients of a table, by which a test sees that doors are at work. */
final class PlacedClients implements AutoCloseable {
  private static final int CONNECTIONS = 6;

  private final EmbeddedCluster cluster;
  private final PlacedTable placed;
  private final List<Connection> connections = new ArrayList<>();
  private final long served;

  PlacedClients(EmbeddedCluster cluster, PlacedTable placed) throws IOException {
    this.cluster = cluster;
    this.placed = placed;
    this.served = DoorCluster.sum(cluster, DoorCounts::served);
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(ConnectionFactory.createConnection(cluster.configuration()));
    }
  }

  /** A put by each client. */
  void put() throws IOException {
    for (Connection connection : connections) {
      try (Table table = connection.getTable(placed.table().name())) {
        table.put(PlacedTable.put("witness"));
      }
    }
  }

  /** What a scan by each client returns, of which all are the same. */
  Set<List<String>> scan(Scan scan) throws IOException {
    Set<List<String>> answers = new HashSet<>();
    for (Connection connection : connections) {
      try (Table table = connection.getTable(placed.table().name())) {
        answers.add(TestTable.scan(table, new Scan(scan)));
      }
    }
    return answers;
  }

  /** Whether doors have served most of the clients for some time; probes count few. */
  boolean areRedirected() {
    return DoorCluster.sum(cluster, DoorCounts::served) > served + 100;
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
