package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client that takes the answer that its region has moved, and asks the same server again. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
class StubbornClientIT {
  private static final int CLIENTS = 6;
  private static final int SECONDS = 9;

  /** The first redirect, and the next one 5 seconds after the first return. */
  private static final int MOST_LOST = 3;

  private final EmbeddedCluster cluster;
  private final List<String> written = new ArrayList<>();
  private final int[] lost = new int[CLIENTS];

  StubbornClientIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void aStubbornClientLosesOneRequestForEachRedirectAndTheGatewayServesItInBetween()
      throws Exception {
    List<Connection> connections = new ArrayList<>();
    try (PlacedTable placed = PlacedTable.create(cluster)) {
      placed.awaitDoor(new RawRequests(cluster.connection()));
      for (int i = 0; i < CLIENTS; i++) {
        connections.add(
            ConnectionFactory.createConnection(new Configuration(cluster.configuration())));
      }
      long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      while (System.nanoTime() < end) {
        for (int i = 0; i < CLIENTS; i++) {
          write(placed, RawRequests.redirectable(connections.get(i)), i);
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
      // Some connections are served where they are: the region's server is a door, too.
      assertThat(IntStream.of(lost).filter(count -> count > 0).count()).isGreaterThan(1);
      assertThat(IntStream.of(lost).max().orElseThrow()).isLessThanOrEqualTo(MOST_LOST);
      assertThat(DoorCluster.sum(cluster, DoorCounts::redirected) - redirected)
          .isGreaterThanOrEqualTo(IntStream.of(lost).sum());
      assertThat(placed.table().scan(new Scan())).containsAll(written);
      assertThat(written).hasSizeGreaterThan(CLIENTS * 2 * MOST_LOST);
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  /**
   * HBase's blocking client reads {@code hbase:meta} after a redirect that answers one of these.
   */
  @Test
  void aBlockingClientThatOnlyChangesRowsAtomicallyStaysAtTheGateway() throws Exception {
    Change atomic = (table, row) -> table.mutateRow(RowMutations.of(List.of(row)));
    List<Connection> connections = new ArrayList<>();
    try (PlacedTable placed = PlacedTable.create(cluster)) {
      placed.awaitDoor(new RawRequests(cluster.connection()));
      for (int i = 0; i < CLIENTS; i++) {
        connections.add(ConnectionFactory.createConnection(cluster.configuration()));
      }
      long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      Polling.until(
          "connections are redirected",
          () -> {
            write(placed, connections, atomic);
            return DoorCluster.sum(cluster, DoorCounts::redirected) > redirected;
          });
      for (int i = 0; i < 20; i++) {
        write(placed, connections, atomic);
      }
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isEqualTo(served);
      assertThat(placed.table().scan(new Scan())).isEqualTo(written);
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  /**
   * As coprocessors of other tables write: such a connection calls its own server past the door, so
   * a redirect to that server leads it back to the gateway.
   */
  @Test
  void connectionsOfTheServerThatIsTheDoorAreServedByTheGateway() throws Exception {
    List<Connection> connections = new ArrayList<>();
    try (PlacedTable placed = PlacedTable.create(cluster)) {
      for (RegionInfo region : placed.table().admin().getRegions(placed.table().name())) {
        if (region.getStartKey().length == 0 || region.getStartKey()[0] != 0x40) {
          placed.table().admin().move(region.getEncodedNameAsBytes(), placed.home());
        }
      }
      placed.awaitDoor(new RawRequests(cluster.connection()));
      HRegionServer door = cluster.utility().getMiniHBaseCluster().getRegionServer(placed.door());
      for (int i = 0; i < CLIENTS; i++) {
        connections.add(door.createConnection(cluster.configuration()));
      }
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
      Polling.until(
          "the gateway names the server that the connections belong to",
          () -> {
            write(placed, connections, Table::put);
            return DoorCluster.sum(cluster, DoorCounts::redirected) > redirected;
          });
      for (int i = 0; i < 50; i++) {
        write(placed, connections, Table::put);
      }
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).as("by guests").isEqualTo(served);
      assertThat(placed.table().scan(new Scan())).isEqualTo(written);
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private interface Change {
    void of(Table table, Put row) throws IOException;
  }

  /** Writes a row by each connection. */
  private void write(PlacedTable placed, List<Connection> connections, Change change)
      throws IOException {
    for (Connection connection : connections) {
      String row = "stubborn%05d".formatted(written.size());
      try (Table table = connection.getTable(placed.table().name())) {
        change.of(table, put(row));
      }
      written.add(row);
    }
  }

  /** Writes one row at the region's server, whatever that has answered before. */
  private void write(PlacedTable placed, RawRequests client, int number) throws Exception {
    String row = "stubborn%05d".formatted(written.size());
    try {
      client.put(placed.home(), RawRequests.region(placed.name(0x60)), put(row));
      written.add(row);
    } catch (RegionMovedException redirect) {
      assertThat(redirect.getServerName()).isNotEqualTo(placed.home());
      lost[number]++;
    }
  }
}
