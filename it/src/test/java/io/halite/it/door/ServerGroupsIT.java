package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two tables whose servers are apart by HBase's region server groups, two servers each. A request
 * for a table arrives at servers of its group alone, those of connections that doors spread
 * included.
 */
@Timeout(500)
class ServerGroupsIT {
  private static final String OWN = "own";
  private static final int FIXED_ROWS = 20;

  /** Each door receives some of so many, also one that has reported more load than others. */
  private static final int NEW_CONNECTIONS = 40;

  private final List<DoorLoad> loads = new ArrayList<>();
  private EmbeddedCluster cluster;
  private ServerGroups groups;
  private PlacedTable inOwn;
  private PlacedTable inDefault;

  @BeforeEach
  void start() throws Exception {
    cluster =
        DoorCluster.start(
            4,
            settings -> {
              ServerGroups.turnOn(settings);
              ArrivalWitness.watch(settings);
            });
    groups = ServerGroups.of(cluster);
    inOwn = PlacedTable.create(cluster);
    inDefault = PlacedTable.create(cluster);
    groups.add(OWN);
    groups.move(Set.of(server(2), server(3)), OWN);
    groups.move(inOwn.table().name(), OWN);
    groups.awaitWithin(inDefault.table().name(), ServerGroups.DEFAULT);
    place(inOwn, server(2), server(3));
    place(inDefault, server(0), server(1));
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private ServerName server(int number) {
    return inOwn.servers().get(number);
  }

  /** A server with a busy gateway region soon learns of one to which a region has left it. */
  private static void place(PlacedTable placed, ServerName home, ServerName door) throws Exception {
    placed.move(0x60, home);
    placed.move(0x40, door);
    placed.move(0xE0, home);
    placed.move(0xE0, door);
  }

  private boolean hasFailed() {
    return loads.stream().anyMatch(DoorLoad::hasFailed);
  }

  private Connection connect() throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 20);
    return ConnectionFactory.createConnection(conf);
  }

  /** Writes a row and reads it; returns the server to which its next request would go. */
  private static ServerName send(Connection connection, PlacedTable placed, String row)
      throws IOException {
    try (Table table = connection.getTable(placed.table().name());
        RegionLocator locator = connection.getRegionLocator(placed.table().name())) {
      table.put(put(row));
      assertThat(RawRequests.text(table.get(new Get(bytes(row))))).isEqualTo(row + "=" + row);
      return locator.getRegionLocation(bytes(row), false).getServerName();
    }
  }

  /** Sends by new connections, and waits until each client of the loads has sent. */
  private void send(PlacedTable placed) throws Exception {
    for (int i = 0; i < NEW_CONNECTIONS; i++) {
      String row = "new" + i;
      try (Connection connection = connect()) {
        send(connection, placed, row);
      }
    }
    for (DoorLoad load : loads) {
      load.awaitEachClient();
    }
  }

  /** Waits until all servers of a group serve a table, and guests among them. */
  private void awaitServedBy(PlacedTable placed, Set<ServerName> group) throws Exception {
    Polling.until(
        group + " serve " + placed.table().name(),
        () -> {
          ArrivalWitness.forget();
          long before = DoorCluster.sum(cluster, DoorCounts::served);
          send(placed);
          return hasFailed()
              || (ArrivalWitness.serversOf(placed.table().name()).equals(group)
                  && DoorCluster.sum(cluster, DoorCounts::served) > before);
        });
  }

  /** No request leaves the group, and no server outside would serve one. */
  private void assertWithin(PlacedTable placed, String group) throws Exception {
    Set<ServerName> inside = groups.servers(group);
    awaitServedBy(placed, inside);
    Set<ServerName> outside = new HashSet<>(placed.servers());
    outside.removeAll(inside);
    assertThat(outside).isNotEmpty();
    RawRequests requests = new RawRequests(cluster.connection());
    byte[] region = placed.name(0x60);
    for (ServerName other : outside) {
      assertThatThrownBy(
              () -> requests.get(other, RawRequests.region(region), new Get(bytes("new0"))))
          .as("%s is not of the group %s", other, group)
          .isInstanceOf(NotServingRegionException.class);
    }
  }

  @Test
  void noRequestForATableArrivesAtAServerOfAnotherGroup() throws Exception {
    assertWithin(inOwn, OWN);
    assertWithin(inDefault, ServerGroups.DEFAULT);
  }

  private void load(PlacedTable placed) throws Exception {
    try (Table table = placed.table().table()) {
      DoorLoad.writeFixed(table, FIXED_ROWS);
    }
    loads.add(DoorLoad.start(placed.table().name(), cluster.configuration(), FIXED_ROWS));
  }

  /** Gives the default group a server that stores no rows, and is a door of both tables. */
  private void lend(ServerName server) throws Exception {
    groups.move(Set.of(server), ServerGroups.DEFAULT);
    for (PlacedTable placed : List.of(inOwn, inDefault)) {
      place(placed, server(0), server(1));
      placed.move(0xE0, server(0));
      placed.move(0xE0, server);
      awaitServedBy(placed, groups.servers(ServerGroups.DEFAULT));
    }
  }

  /** A connection that was redirected to a door. */
  private Connection at(ServerName door, PlacedTable placed) throws Exception {
    List<Connection> found = new ArrayList<>();
    Polling.until(
        "a connection is at " + door,
        () -> {
          Connection connection = connect();
          if (send(connection, placed, "first").equals(door)) {
            found.add(connection);
          } else {
            connection.close();
          }
          return hasFailed() || !found.isEmpty();
        });
    assertThat(found).as("a client has failed").isNotEmpty();
    return found.get(0);
  }

  @Test
  @Tag("wide")
  void noRequestArrivesAtAServerOfAnotherGroupOnceATableOrAServerHasChangedItsGroup()
      throws Exception {
    load(inOwn);
    load(inDefault);
    assertWithin(inOwn, OWN);
    assertWithin(inDefault, ServerGroups.DEFAULT);

    groups.move(inOwn.table().name(), ServerGroups.DEFAULT);
    place(inOwn, server(0), server(1));
    assertWithin(inOwn, ServerGroups.DEFAULT);

    lend(server(3));
    try (Connection ofOwn = at(server(3), inOwn);
        Connection ofDefault = at(server(3), inDefault)) {
      // The server of the busy gateway region learns of a move to itself, and not of this one.
      inDefault.move(0xE0, server(1));
      groups.move(Set.of(server(3)), OWN);
      assertThat(send(ofOwn, inOwn, "second")).isNotEqualTo(server(3));
      assertThat(send(ofDefault, inDefault, "second")).isNotEqualTo(server(3));
      assertWithin(inOwn, ServerGroups.DEFAULT);
      assertWithin(inDefault, ServerGroups.DEFAULT);
    }

    groups.move(inOwn.table().name(), OWN);
    place(inOwn, server(2), server(3));
    assertWithin(inOwn, OWN);
    assertWithin(inDefault, ServerGroups.DEFAULT);
    for (DoorLoad load : loads) {
      PlacedTable loaded = loads.indexOf(load) == 0 ? inOwn : inDefault;
      try (Table table = loaded.table().table()) {
        load.end(table);
      }
    }
  }
}
