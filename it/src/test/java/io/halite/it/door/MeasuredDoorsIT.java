package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which door a connection receives, and which connections receive none. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@Timeout(300)
class MeasuredDoorsIT {
  /** A row of the region of {@code 80} on. */
  private static final byte[] UNUSED = {(byte) 0x85};

  private static final int BATCH = 1_000;

  /** If connections took turns, each third one would go to the busy door. */
  private static final int IN_A_ROW = 6;

  /** Of a rate, a half is measured after it. */
  private static final long MEASURED_MILLIS = 10_000;

  /** Connections that come faster count as much as the mean one, which is the busy one here. */
  private static final long APART_MILLIS = 500;

  private final EmbeddedCluster cluster;
  private final List<Connection> connections = new ArrayList<>();
  private PlacedTable placed;
  private volatile boolean stopped;

  MeasuredDoorsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws IOException {
    placed = PlacedTable.create(cluster);
    placed.move(0x80, placed.home());
  }

  @AfterEach
  void drop() throws IOException {
    for (Connection connection : connections) {
      connection.close();
    }
    placed.close();
  }

  private Connection connect(Map<String, byte[]> attributes) throws IOException {
    Connection connection =
        ConnectionFactory.createConnection(
            cluster.configuration(), null, User.getCurrent(), attributes);
    connections.add(connection);
    return connection;
  }

  private Connection connect() throws IOException {
    return connect(Map.of());
  }

  private void send(Connection connection, Put put) throws IOException {
    try (Table table = connection.getTable(placed.table().name())) {
      table.put(put);
    }
  }

  /** Where the connection sends requests for the region of {@code 60} on. */
  private ServerName doorOf(Connection connection) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(placed.table().name())) {
      return locator.getRegionLocation(bytes("a"), false).getServerName();
    }
  }

  private Connection redirected() throws Exception {
    Polling.until(
        "a connection is redirected",
        () -> {
          Connection connection = connect();
          send(connection, put("a"));
          return !doorOf(connection).equals(placed.home());
        });
    return connections.get(connections.size() - 1);
  }

  private void sendBatches(Connection connection) {
    List<Put> batch = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      batch.add(put("h" + i));
    }
    try (Table table = connection.getTable(placed.table().name())) {
      while (!stopped) {
        table.put(new ArrayList<>(batch));
      }
    } catch (IOException e) {
      stopped = true;
    }
  }

  @Test
  void connectionsAvoidTheDoorOfOneThatBeganWithARowAndSendsBatches() throws Exception {
    Connection busy = redirected();
    ServerName door = doorOf(busy);
    Thread batches = new Thread(() -> sendBatches(busy), "batches");
    batches.start();
    Thread.sleep(MEASURED_MILLIS);
    // A gateway region that is used for the first time probes all doors at once.
    Connection other = connect(Map.of("halite.doors", bytes("off")));
    send(other, new Put(UNUSED).addColumn(F, Q, bytes("x")));
    int[] elsewhere = {0};
    Polling.until(
        "new connections avoid the busy door",
        () -> {
          Thread.sleep(APART_MILLIS);
          Connection connection = connect();
          send(connection, put("a"));
          elsewhere[0] = doorOf(connection).equals(door) ? 0 : elsewhere[0] + 1;
          connection.close();
          return elsewhere[0] == IN_A_ROW || stopped;
        });
    assertThat(stopped).as("the busy writer failed").isFalse();
    assertThat(doorOf(busy)).isEqualTo(door);
    stopped = true;
    batches.join();
  }

  private int redirectedWith(UUID clusterId) throws IOException {
    int redirected = 0;
    for (int i = 0; i < IN_A_ROW; i++) {
      Connection connection = connect();
      for (int j = 0; j < 3; j++) {
        send(connection, (Put) put("a").setClusterIds(List.of(clusterId)));
      }
      redirected += doorOf(connection).equals(placed.home()) ? 0 : 1;
    }
    return redirected;
  }

  @Test
  void whatHBasesReplicationBringsFromAnotherClusterIsNeverRedirected() throws Exception {
    redirected();
    assertThat(redirectedWith(UUID.randomUUID())).isZero();
    String own = placed.table().admin().getClusterMetrics().getClusterId();
    assertThat(redirectedWith(UUID.fromString(own))).as("as HBase's Import sends").isPositive();
  }
}
