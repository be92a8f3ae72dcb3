package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.rights.GuestRoute;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;

/**
 * A salted table of four buckets, split at {@code 01 02 03 20 40 … E0}, whose gateway region of
 * {@code 60} on is on one server and that of {@code 40} on is on another, its door.
 *
 * <p>Natural keys {@code 61…} to {@code 7A…} belong to the first, {@code 41…} to {@code 5A…} to the
 * second. Dropped at the end.
 */
public final class PlacedTable implements AutoCloseable {
  static final byte[] F = TestTable.F;
  static final byte[] Q = TestTable.Q;

  private final EmbeddedCluster cluster;
  private final TestTable table;
  private final List<ServerName> servers;

  private PlacedTable(EmbeddedCluster cluster, TestTable table, List<ServerName> servers) {
    this.cluster = cluster;
    this.table = table;
    this.servers = servers;
  }

  /** Creates the table. */
  public static PlacedTable create(EmbeddedCluster cluster) throws IOException {
    return create(cluster, plan -> {});
  }

  /** What a test has of its own. */
  public interface Change {
    /** Changes the plan of the table. */
    void of(TablePlan plan);
  }

  /** Creates the table with a change of its plan, another salt for example. */
  public static PlacedTable create(EmbeddedCluster cluster, Change change) throws IOException {
    TablePlan plan = TestTable.numbered("doors").salted(TestTable.FOUR_BUCKETS);
    change.of(plan);
    TestTable table = plan.splitBuckets().splitGateways().create(cluster);
    List<ServerName> servers =
        table.admin().getRegionServers().stream().sorted(ServerName::compareTo).toList();
    PlacedTable placed = new PlacedTable(cluster, table, servers);
    placed.move(0x60, servers.get(0));
    placed.move(0x40, servers.get(1));
    return placed;
  }

  /** The table. */
  public TestTable table() {
    return table;
  }

  /** The server of the gateway region of {@code 60} on. */
  public ServerName home() {
    return servers.get(0);
  }

  /** A server that has the region of {@code 40} on, not that of {@code 60} on. */
  public ServerName door() {
    return servers.get(1);
  }

  /** All servers: that of the gateway region first, the door next. */
  public List<ServerName> servers() {
    return servers;
  }

  /** Moves the region that starts at this byte to a server. */
  public void move(int start, ServerName server) throws IOException {
    RegionInfo region = region(start);
    if (!location(region).getServerName().equals(server)) {
      table.admin().move(region.getEncodedNameAsBytes(), server);
    }
    assertThat(location(region).getServerName()).isEqualTo(server);
  }

  private HRegionLocation location(RegionInfo region) throws IOException {
    try (RegionLocator locator = cluster.connection().getRegionLocator(table.name())) {
      return locator.getRegionLocation(region.getStartKey(), true);
    }
  }

  /** The region that starts at this byte; the first one starts at 0. */
  RegionInfo region(int start) throws IOException {
    return table.admin().getRegions(table.name()).stream()
        .filter(
            region ->
                Arrays.equals(
                    region.getStartKey(), start == 0 ? new byte[0] : new byte[] {(byte) start}))
        .findFirst()
        .orElseThrow();
  }

  byte[] name(int start) throws IOException {
    return region(start).getRegionName();
  }

  /** Splits both regions, and waits until {@code hbase:meta} has neither of them. */
  void splitAndForget() throws Exception {
    RegionInfo gateway = region(0x60);
    RegionInfo ofDoor = region(0x40);
    table.admin().splitRegionAsync(gateway.getRegionName(), bytes("n")).get();
    table.admin().splitRegionAsync(ofDoor.getRegionName(), bytes("N")).get();
    table.admin().majorCompact(table.name());
    try (Table meta = cluster.connection().getTable(TableName.META_TABLE_NAME)) {
      for (RegionInfo parent : List.of(gateway, ofDoor)) {
        Polling.until(
            "the catalog janitor has removed " + parent,
            () -> {
              table.admin().runCatalogJanitor();
              return !meta.exists(new Get(parent.getRegionName()));
            });
      }
    }
  }

  /** Waits until the door serves a get of the region of {@code 60} on. */
  void awaitDoor(RawRequests requests) throws Exception {
    byte[] region = name(0x60);
    Polling.until(
        "the door serves as a guest",
        () -> {
          try {
            requests.get(door(), RawRequests.region(region), new Get(bytes("a")));
            return true;
          } catch (IOException notYet) {
            return false;
          }
        });
  }

  /** The same for tests that send no raw requests. */
  public void awaitDoor() throws Exception {
    awaitDoor(new RawRequests(cluster.connection()));
  }

  /** The way of a client that knows no door to that of the region of {@code 60} on. */
  public GuestRoute route() throws IOException {
    return new GuestRoute(region(0x60), home(), door());
  }

  /** Lets a client that knows no door send its requests for the region of {@code 60} on to it. */
  public Connection toDoor(Connection client) throws IOException {
    return route().of(client);
  }

  /** The table for such a client, of which the door serves the region of {@code 60} on. */
  public Table atDoor(Connection client) throws IOException {
    try (RegionLocator locator = toDoor(client).getRegionLocator(table.name())) {
      assertThat(locator.getRegionLocation(region(0x60).getStartKey()).getServerName())
          .isEqualTo(door());
    }
    return client.getTable(table.name());
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Put put(String row) {
    return put(row, row);
  }

  static Put put(String row, String value) {
    return new Put(bytes(row)).addColumn(F, Q, bytes(value));
  }

  /** The text in {@code f:q}; empty if the row is not there. */
  String value(String row) throws IOException {
    try (Table client = table.table()) {
      byte[] value = client.get(new Get(bytes(row))).getValue(F, Q);
      return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
