package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.bypassGlobals;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.throttleNamespace;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.throttleTable;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.throttleUser;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.unthrottleNamespace;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.unthrottleTable;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.unthrottleUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompatibilityFactory;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.metrics.ExceptionTrackingSource;
import org.apache.hadoop.hbase.quotas.QuotaScope;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaTableUtil;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.quotas.SpaceLimitingException;
import org.apache.hadoop.hbase.quotas.SpaceQuotaSnapshot;
import org.apache.hadoop.hbase.quotas.SpaceQuotaSnapshot.SpaceQuotaStatus;
import org.apache.hadoop.hbase.quotas.SpaceViolationPolicy;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.test.MetricsAssertHelper;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Quotas at the gateway and at a door, each server by itself or its part of the cluster's. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
class DoorQuotasIT {
  private static final int QUOTA = 20;
  private static final MetricsAssertHelper METRICS =
      CompatibilityFactory.getInstance(MetricsAssertHelper.class);

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
    for (Scope scope : Scope.values()) {
      placed.table().admin().setQuota(unlimited(scope));
    }
    exemptServers(false);
    reload();
    placed.close();
  }

  /** Whose requests a quota limits. */
  enum Scope {
    USER,
    TABLE,
    NAMESPACE
  }

  private QuotaSettings limit(Scope scope, int requests, TimeUnit unit, QuotaScope of) {
    ThrottleType type = ThrottleType.REQUEST_NUMBER;
    TableName table = placed.table().name();
    return switch (scope) {
      case USER -> throttleUser(user.getShortName(), type, requests, unit, of);
      case TABLE -> throttleTable(table, type, requests, unit, of);
      case NAMESPACE -> throttleNamespace(table.getNamespaceAsString(), type, requests, unit, of);
    };
  }

  private QuotaSettings unlimited(Scope scope) {
    TableName table = placed.table().name();
    return switch (scope) {
      case USER -> unthrottleUser(user.getShortName());
      case TABLE -> unthrottleTable(table);
      case NAMESPACE -> unthrottleNamespace(table.getNamespaceAsString());
    };
  }

  private void allow(Scope scope, int requests, TimeUnit unit, QuotaScope of) throws Exception {
    placed.table().admin().setQuota(limit(scope, requests, unit, of));
    reload();
  }

  private void reload() {
    for (RegionServerThread each : servers()) {
      each.getRegionServer().getRegionServerRpcQuotaManager().reload();
    }
  }

  private List<RegionServerThread> servers() {
    return cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads();
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

  /** What docs/operations.md asks of operators, so that owners charge no forward. */
  private void exemptServers(boolean exempt) throws Exception {
    placed.table().admin().setQuota(bypassGlobals(User.getCurrent().getShortName(), exempt));
  }

  @ParameterizedTest
  @EnumSource
  void aDoorAllowsAndRefusesAsMuchAsTheGateway(Scope scope) throws Exception {
    exemptServers(true);
    allow(scope, QUOTA, TimeUnit.DAYS, QuotaScope.MACHINE);
    List<String> rows = putUntilRefused(placed.home(), "home");
    assertThat(rows).hasSizeBetween(QUOTA / 2, QUOTA);
    List<String> atDoor = putUntilRefused(placed.door(), "door");
    assertThat(atDoor).as("each server by itself").hasSameSizeAs(rows);
    placed.table().admin().setQuota(unlimited(scope));
    reload();
    rows.addAll(atDoor);
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(rows);
  }

  /** What HBase allows one server of a limit of the cluster: by servers, or by regions. */
  private int part(Scope scope, ServerName server, int requests) throws IOException {
    TableName table = placed.table().name();
    long here =
        placed.table().admin().getRegions(server).stream()
            .filter(region -> region.getTable().equals(table))
            .count();
    int all = placed.table().admin().getRegions(table).size();
    return scope == Scope.TABLE
        ? Math.toIntExact(requests * here / all)
        : requests / placed.servers().size();
  }

  @ParameterizedTest
  @EnumSource
  void ofALimitOfTheClusterTheGatewayAndADoorAllowTheirParts(Scope scope) throws Exception {
    exemptServers(true);
    allow(scope, 6 * QUOTA, TimeUnit.DAYS, QuotaScope.CLUSTER);
    for (ServerName server : List.of(placed.home(), placed.door())) {
      assertThat(putUntilRefused(server, "row" + server.getPort() + "-"))
          .as("of %s requests at %s", 6 * QUOTA, server)
          .hasSize(part(scope, server, 6 * QUOTA));
    }
  }

  @Test
  void aTableOverItsSpaceTakesNoWriteAtTheGatewayOrADoor() throws Exception {
    TableName table = placed.table().name();
    RawRequests requests = new RawRequests(connect());
    byte[] region = placed.name(0x60);
    for (ServerName server : List.of(placed.home(), placed.door())) {
      requests.put(server, RawRequests.region(region), put("within-" + server.getPort()));
    }
    SpaceQuotaStatus over = new SpaceQuotaStatus(SpaceViolationPolicy.NO_WRITES);
    for (RegionServerThread each : servers()) {
      each.getRegionServer()
          .getRegionServerSpaceQuotaManager()
          .enforceViolationPolicy(table, new SpaceQuotaSnapshot(over, 2, 1));
    }
    for (ServerName server : List.of(placed.home(), placed.door())) {
      assertThatThrownBy(() -> requests.put(server, RawRequests.region(region), put("over")))
          .as("at %s", server)
          .isInstanceOf(SpaceLimitingException.class);
    }
    assertThat(stored()).hasSize(2).allMatch(row -> row.startsWith("within-"));
  }

  /** The requests that the servers have refused; HBase may count some for each server of a JVM. */
  private long throttled() {
    return servers().stream()
        .map(server -> server.getRegionServer().getRpcServer().getMetrics().getMetricsSource())
        .mapToLong(
            metrics ->
                METRICS.getCounter(ExceptionTrackingSource.EXCEPTIONS_RPC_THROTTLING, metrics))
        .sum();
  }

  @Test
  void nothingIsLostOfClientsThatAreThrottledAtDoors() throws Exception {
    allow(Scope.USER, QUOTA / 2, TimeUnit.SECONDS, QuotaScope.MACHINE);
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    long throttled = throttled();
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
          return DoorCluster.sum(cluster, DoorCounts::served) > served + 60
              && throttled() > throttled;
        });
    for (ServerName server : List.of(placed.home(), placed.door())) {
      rows.addAll(putUntilRefused(server, "raw-" + server.getPort() + "-"));
    }
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(rows);
  }
}
