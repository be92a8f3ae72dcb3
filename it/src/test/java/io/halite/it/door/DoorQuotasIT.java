package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.QuotaTableUtil;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A user's quota at the gateway and at a door; its scope is each server by itself. */
@ExtendWith(SharedDoorCluster.class)
class DoorQuotasIT {
  private static final int QUOTA = 20;

  private final EmbeddedCluster cluster;
  private final List<Connection> connections = new ArrayList<>();
  private User user;
  private PlacedTable placed;

  DoorQuotasIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    cluster.utility().waitTableAvailable(QuotaTableUtil.QUOTA_TABLE_NAME);
    placed = PlacedTable.create(cluster);
    placed.awaitDoor(new RawRequests(cluster.connection()));
    // HBase remembers a user's quota by name.
    String name = "throttled-" + placed.table().name();
    user = User.createUserForTesting(cluster.configuration(), name, new String[0]);
  }

  @AfterEach
  void close() throws Exception {
    for (Connection connection : connections) {
      connection.close();
    }
    placed.table().admin().setQuota(QuotaSettingsFactory.unthrottleUser(user.getShortName()));
    reload();
    placed.close();
  }

  private void allow(int requests, TimeUnit unit) throws Exception {
    placed
        .table()
        .admin()
        .setQuota(
            QuotaSettingsFactory.throttleUser(
                user.getShortName(), ThrottleType.REQUEST_NUMBER, requests, unit));
    reload();
  }

  private void reload() {
    for (RegionServerThread each :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      each.getRegionServer().getRegionServerRpcQuotaManager().reload();
    }
  }

  private Connection connect() throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 20);
    conf.setInt("hbase.client.retries.number", 30);
    PrivilegedExceptionAction<Connection> connecting =
        () -> ConnectionFactory.createConnection(conf);
    connections.add(user.runAs(connecting));
    return connections.get(connections.size() - 1);
  }

  /** Puts rows at one server until it refuses one for the quota; returns those that it took. */
  private List<String> putUntilRefused(ServerName server, String prefix) throws Exception {
    RawRequests requests = new RawRequests(connect());
    byte[] region = placed.name(0x60);
    List<String> rows = new ArrayList<>();
    while (rows.size() < 100 * QUOTA) {
      String row = prefix + rows.size();
      try {
        requests.put(server, RawRequests.region(region), put(row));
      } catch (RpcThrottlingException refused) {
        return rows;
      }
      rows.add(row);
    }
    throw new AssertionError(server + " never refused a put of " + user);
  }

  private List<String> stored() throws IOException {
    return placed.table().scan(new Scan());
  }

  @Test
  void aDoorAllowsAndRefusesAsMuchAsTheGateway() throws Exception {
    allow(QUOTA, TimeUnit.DAYS);
    List<String> rows = putUntilRefused(placed.home(), "home");
    assertThat(rows).hasSizeBetween(QUOTA / 2, QUOTA);
    List<String> atDoor = putUntilRefused(placed.door(), "door");
    assertThat(atDoor).as("each server by itself").hasSameSizeAs(rows);
    rows.addAll(atDoor);
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(rows);
  }

  @Test
  void nothingIsLostOfClientsThatAreThrottledAtDoors() throws Exception {
    allow(3 * QUOTA, TimeUnit.SECONDS);
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    List<Table> tables = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      tables.add(connect().getTable(placed.table().name()));
    }
    List<String> rows = new ArrayList<>();
    Polling.until(
        "guests serve",
        () -> {
          for (Table table : tables) {
            rows.add("row" + rows.size());
            table.put(put(rows.get(rows.size() - 1)));
          }
          return DoorCluster.sum(cluster, DoorCounts::served) > served + 60;
        });
    for (ServerName server : List.of(placed.home(), placed.door())) {
      rows.addAll(putUntilRefused(server, "raw-" + server.getPort() + "-"));
    }
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(rows);
  }
}
