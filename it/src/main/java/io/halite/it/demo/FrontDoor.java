package io.halite.it.demo;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.routing.endpoint.RegionFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * Unchanged clients write rows of one gateway region, first through its server alone, then through
 * doors. Counts the rows that each server received from them.
 */
final class FrontDoor implements AutoCloseable {
  /** Enough for each server to get some connections. */
  static final int CLIENTS = 12;

  private static final int BATCH = 100;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final EmbeddedCluster cluster;
  private final TableName table;
  private final List<Connection> clients = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);

  FrontDoor(EmbeddedCluster cluster, TableName table) throws IOException {
    this.cluster = cluster;
    this.table = table;
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 20);
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(ConnectionFactory.createConnection(conf));
    }
  }

  /** What the servers of a cluster need so that doors can be turned on later. */
  static void prepare(Configuration servers) {
    servers.set("hbase.rpc.server.impl", DoorRpcServer.class.getName());
  }

  /** Turns doors on or off at each server. */
  void turn(String doors) throws IOException {
    cluster.update("halite.doors", doors);
  }

  private List<RegionServerThread> servers() {
    return cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads();
  }

  /** Writes until the connections that belong elsewhere have been redirected, or for 20 seconds. */
  void awaitRedirects(List<Flight> flights) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    int elsewhere = CLIENTS - CLIENTS / servers().size();
    while (redirected() < elsewhere && System.nanoTime() < end) {
      write(flights);
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private long redirected() {
    return servers().stream()
        .mapToLong(
            server ->
                DoorRpcServer.doorOf(server.getRegionServer()).orElseThrow().counts().redirected())
        .sum();
  }

  /**
   * Writes the flights, each client an equal share of them, and returns how many rows each server
   * received, in the order of the cluster's servers.
   */
  List<Long> received(List<Flight> flights) throws IOException, InterruptedException {
    Map<String, Long> before = writes();
    write(flights);
    Map<String, Long> after = writes();
    return servers().stream()
        .map(server -> server.getRegionServer().getServerName().toString())
        .map(server -> after.getOrDefault(server, 0L) - before.getOrDefault(server, 0L))
        .toList();
  }

  private Map<String, Long> writes() throws IOException {
    Map<String, Long> writes = new HashMap<>();
    for (RegionFacts region : SaltedTableOperations.of(cluster.connection(), table).facts()) {
      writes.merge(region.server(), region.forwardedWrites(), Long::sum);
    }
    return writes;
  }

  private void write(List<Flight> flights) throws IOException, InterruptedException {
    List<Future<Void>> writers = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      Connection connection = clients.get(client);
      List<Flight> share =
          flights.subList(
              flights.size() * client / CLIENTS, flights.size() * (client + 1) / CLIENTS);
      writers.add(threads.submit(() -> write(connection, share)));
    }
    for (Future<Void> writer : writers) {
      try {
        writer.get();
      } catch (ExecutionException e) {
        throw new IOException("a client could not write", e.getCause());
      }
    }
  }

  private Void write(Connection connection, List<Flight> flights) throws IOException {
    try (Table writing = connection.getTable(table)) {
      for (int from = 0; from < flights.size(); from += BATCH) {
        writing.put(
            flights.subList(from, Math.min(from + BATCH, flights.size())).stream()
                .map(Flight::toPut)
                .toList());
      }
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (Connection client : clients) {
      client.close();
    }
  }
}
