package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
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
import org.junit.jupiter.api.extension.ExtendWith;

/** Where clients look for a region that a door serves, and that is somewhere else. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class DoorLocationsIT {
  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private DoorLoad load;

  DoorLocationsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    try (Table table = placed.table().table()) {
      DoorLoad.writeFixed(table, 20);
    }
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
  }

  private long served() throws Exception {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  private void start() throws Exception {
    load = DoorLoad.start(placed.table().name(), cluster.configuration(), 20);
    awaitGuests();
  }

  private void awaitGuests() throws Exception {
    long before = served();
    Polling.until("guests serve", () -> load.hasFailed() || served() > before + 200);
  }

  private void end() throws Exception {
    try (Table table = placed.table().table()) {
      load.end(table);
    }
  }

  /**
   * A redirect invents a sequence number, the region's own plus one, and an asynchronous client
   * keeps a location until it learns one of the same number or a greater one. An idle region's
   * number grows by three with each move, so the next server's passes the one that was invented.
   */
  @Test
  void clientsFollowARegionThatMovesFromServerToServer() throws Exception {
    start();
    for (int i = 0; i < 9; i++) {
      long before = sequence();
      placed.move(0x60, placed.servers().get(1 + i % 2));
      load.awaitEachClient();
      long between = sequence();
      placed.move(0x60, placed.home());
      load.awaitEachClient();
      assertThat(between).as("beyond the number of a redirect").isGreaterThan(before + 1);
      assertThat(sequence()).as("beyond the number of a redirect").isGreaterThan(between + 1);
    }
    awaitGuests();
    end();
  }

  /** The number with which the region of {@code 60} on has opened. */
  private long sequence() throws Exception {
    byte[] name = placed.name(0x60);
    return placed.table().store().regions().stream()
        .filter(region -> Arrays.equals(region.getRegionInfo().getRegionName(), name))
        .findFirst()
        .orElseThrow()
        .getOpenSeqNum();
  }

  @Test
  void theServerOfMetaServesAsAGuest() throws Exception {
    TableName meta = TableName.META_TABLE_NAME;
    ServerName server;
    try (RegionLocator locator = cluster.connection().getRegionLocator(meta)) {
      server = locator.getRegionLocation(new byte[0], true).getServerName();
    }
    for (ServerName other : placed.servers()) {
      if (!other.equals(server)) {
        placed.move(0x60, other);
        break;
      }
    }
    placed.move(0x40, server);
    start();
    long before = servedBy(server);
    Polling.until(
        "the server of hbase:meta serves guests",
        () -> load.hasFailed() || servedBy(server) > before + 50);
    end();
  }

  private long servedBy(ServerName server) {
    return DoorRpcServer.doorOf(cluster.utility().getMiniHBaseCluster().getRegionServer(server))
        .orElseThrow()
        .counts()
        .served();
  }

  /** The asynchronous client keeps the greater number, which the redirect has invented. */
  @Test
  void clientsThatReadTheLocationAgainFindTheirRows() throws Exception {
    start();
    Configuration conf = cluster.configuration();
    TableName name = placed.table().name();
    try (Connection connection = ConnectionFactory.createConnection(conf);
        AsyncConnection asynchronous = ConnectionFactory.createAsyncConnection(conf).get();
        Table table = connection.getTable(name);
        RegionLocator locator = connection.getRegionLocator(name)) {
      AsyncTable<?> asyncTable = asynchronous.getTable(name);
      byte[] row = bytes("nlocated");
      for (int i = 0; i < 60; i++) {
        if (i % 3 == 0) {
          locator.clearRegionLocationCache();
          asynchronous.getRegionLocator(name).clearRegionLocationCache();
        } else if (i % 3 == 1) {
          locator.getRegionLocation(row, true);
          asynchronous.getRegionLocator(name).getRegionLocation(row, true).get();
        } else {
          locator.getAllRegionLocations();
          asynchronous.getRegionLocator(name).getAllRegionLocations().get();
        }
        table.put(put("nlocated", "v" + i));
        assertThat(RawRequests.text(asyncTable.get(new Get(row)).get())).endsWith("=v" + i);
        asyncTable.putAll(List.of(put("nlocated", "w" + i))).get();
        assertThat(RawRequests.text(table.get(new Get(row)))).endsWith("=w" + i);
      }
    }
    end();
  }
}
