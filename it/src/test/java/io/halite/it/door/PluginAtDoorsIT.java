package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.ClientRoutes;
import io.halite.it.versions.HostRelease;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What connections of the plug-in leave to the gateways, such as scans with cursors, is served
 * where it comes: doors spread the load of clients that know no better.
 */
@ExtendWith(SharedDoorCluster.class)
class PluginAtDoorsIT {
  private static final int CONNECTIONS = 3;
  private static final int ROUNDS = 40;

  private final List<ClientRoutes> clients = new ArrayList<>();
  private EmbeddedCluster cluster;
  private PlacedTable placed;

  @BeforeEach
  void connect(EmbeddedCluster shared) throws Exception {
    HostRelease.needs26("attributes of connections");
    cluster = shared;
    placed = PlacedTable.create(cluster);
    Configuration conf = PlugIns.on(cluster.configuration());
    for (int i = 0; i < CONNECTIONS; i++) {
      clients.add(ClientRoutes.apart(conf));
    }
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rows.add("row" + i);
    }
    placed.table().put(rows);
  }

  @AfterEach
  void close() throws Exception {
    for (ClientRoutes each : clients) {
      each.close();
    }
    placed.close();
  }

  private List<Table> routes() throws IOException {
    List<Table> routes = new ArrayList<>();
    for (ClientRoutes each : clients) {
      routes.addAll(each.tables(placed.table().name()));
    }
    return routes;
  }

  private static int rowsWithCursors(Table table) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().setNeedCursorResult(true))) {
      for (Result result : scanner) {
        rows += result.isCursor() ? 0 : 1;
      }
    }
    return rows;
  }

  @Test
  void itsRequestsToGatewaysAreNeverRedirectedWhileThoseOfOthersAre() throws Exception {
    try (PlacedClients witnesses = new PlacedClients(cluster, placed)) {
      Polling.until(
          "unchanged clients of the table are redirected",
          () -> {
            witnesses.put();
            return witnesses.areRedirected();
          });
      int rows = TestTable.scan(placed.table().table(), new Scan()).size();
      long redirects = DoorCluster.sum(cluster, DoorCounts::redirected);
      long guests = DoorCluster.sum(cluster, DoorCounts::served);
      for (int round = 0; round < ROUNDS; round++) {
        for (Table route : routes()) {
          assertThat(rowsWithCursors(route)).isEqualTo(rows);
        }
      }
      assertThat(DoorCluster.sum(cluster, DoorCounts::redirected)).isEqualTo(redirects);
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isEqualTo(guests);
    }
  }
}
