package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Doors of a cluster of its own die one after the other, while clients write. */
class DoorDeathsIT {
  private static final int SERVERS = 6;
  private static final int CLIENTS = 6;
  private static final int DEATHS = 3;

  /** A writer keeps connections away from the home: rows, requests before them, other requests. */
  private static final int BATCH = 100;

  private static final int MEASURED = 100;
  private static final int BUSY_ROWS = 10;

  private final List<DoorWriter> writers = new ArrayList<>();
  private EmbeddedCluster cluster;
  private PlacedTable placed;
  private ServerName home;

  /** The home of the gateway region is the one server that must not die, that of {@code meta}. */
  @BeforeEach
  void start() throws Exception {
    cluster = DoorCluster.start(SERVERS, settings -> {});
    placed = PlacedTable.create(cluster);
    try (RegionLocator meta = cluster.connection().getRegionLocator(TableName.META_TABLE_NAME)) {
      home = meta.getRegionLocation(new byte[0]).getServerName();
    }
    placed.move(0x60, home);
  }

  @AfterEach
  void stop() throws Exception {
    for (DoorWriter writer : writers) {
      writer.close();
    }
    cluster.close();
  }

  private DoorClient connect(DoorClient.Kind kind, Map<String, byte[]> attributes)
      throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 50);
    return kind.connect(conf, attributes);
  }

  private void write(DoorClient.Kind kind) throws Exception {
    TableName table = placed.table().name();
    DoorClient never = connect(DoorClient.Kind.BLOCKING, Map.of("halite.doors", bytes("off")));
    DoorWriter busy = DoorWriter.ofBatches(never, table, "busy", BATCH, BUSY_ROWS);
    writers.add(busy);
    Polling.until(
        "the home has a load",
        () -> hasFailed() || busy.count() > MEASURED * BATCH && isRedirecting());
    for (int i = 0; i < CLIENTS; i++) {
      writers.add(DoorWriter.of(connect(kind, Map.of()), table, "client" + i));
    }
  }

  private boolean hasFailed() {
    return writers.stream().anyMatch(DoorWriter::hasFailed);
  }

  private boolean isRedirecting() {
    return DoorCluster.sum(cluster, DoorCounts::redirecting) > 0;
  }

  private List<DoorWriter> clients() {
    return writers.subList(1, writers.size());
  }

  /** A client that is sent away from the home; its doors die. */
  private DoorWriter redirected() throws Exception {
    List<DoorWriter> found = new ArrayList<>();
    Polling.until(
        "a client is redirected",
        () -> {
          for (DoorWriter client : clients()) {
            if (!client.server().equals(home)) {
              found.add(client);
            }
          }
          return hasFailed() || !found.isEmpty();
        });
    return found.get(0);
  }

  private void kill(ServerName door) throws Exception {
    cluster.utility().getMiniHBaseCluster().killRegionServer(door);
    cluster.utility().getMiniHBaseCluster().waitForRegionServerToStop(door, 60_000);
  }

  private long served(ServerName door) {
    return Optional.ofNullable(cluster.utility().getMiniHBaseCluster().getRegionServer(door))
        .flatMap(DoorRpcServer::doorOf)
        .map(each -> each.counts().served())
        .orElse(0L);
  }

  private long written() {
    return clients().stream().mapToLong(DoorWriter::count).sum();
  }

  /** Waits until guests serve more than half of what the clients write in some time. */
  private void awaitMostAtDoors() throws Exception {
    Polling.until(
        "doors serve most requests",
        () -> {
          long before = written();
          long served = DoorCluster.sum(cluster, DoorCounts::served);
          Thread.sleep(1_000);
          long rows = written() - before;
          // Those under way count on one side only.
          return hasFailed()
              || rows > 4 * CLIENTS
                  && 2 * (DoorCluster.sum(cluster, DoorCounts::served) - served) > rows + CLIENTS;
        });
  }

  /**
   * Clients that do not follow redirects are left at the home for 3 minutes after the third return.
   * One whose doors die is not: the limit ends such a wait.
   */
  @Test
  @Timeout(200)
  void connectionsOfDoorsThatDieGoOnAtOthersAndNoRowIsLost() throws Exception {
    goOnWhileDoorsDie(DoorClient.Kind.BLOCKING);
  }

  @Tag("wide")
  @Test
  @Timeout(200)
  void asynchronousConnectionsOfDoorsThatDieGoOnAtOthersAndNoRowIsLost() throws Exception {
    goOnWhileDoorsDie(DoorClient.Kind.ASYNCHRONOUS);
  }

  private void goOnWhileDoorsDie(DoorClient.Kind kind) throws Exception {
    write(kind);
    DoorWriter witness = redirected();
    awaitMostAtDoors();
    Set<ServerName> dead = new HashSet<>();
    for (int death = 1; death <= DEATHS; death++) {
      ServerName door = witness.server();
      assertThat(door).isNotEqualTo(home);
      kill(door);
      dead.add(door);
      List<ServerName> next = new ArrayList<>();
      Polling.until(
          "the client of door " + door + " is at another",
          () -> {
            ServerName now = witness.server();
            if (!now.equals(home) && !dead.contains(now)) {
              next.add(now);
            }
            return hasFailed() || !next.isEmpty();
          });
      assertThat(hasFailed()).as("a writer failed").isFalse();
      long served = served(next.get(0));
      Polling.until("it serves", () -> hasFailed() || served(next.get(0)) > served + 10);
      awaitMostAtDoors();
    }
    assertNoRowIsLost();
  }

  private void assertNoRowIsLost() throws Exception {
    for (DoorWriter writer : writers) {
      writer.close();
      assertThat(writer.failures()).as("%s", writer).isEmpty();
    }
    Set<String> stored = new HashSet<>(placed.table().scan(new Scan()));
    for (DoorWriter writer : writers) {
      assertThat(writer.written().stream().filter(row -> !stored.contains(row))).isEmpty();
    }
  }
}
