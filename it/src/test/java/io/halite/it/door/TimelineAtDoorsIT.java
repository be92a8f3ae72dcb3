package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Reads of a timeline at doors. A salted table has no region replicas that could answer them, so
 * doors answer, and none of these answers is stale. One that is given replicas refuses every
 * request, also where doors are at work.
 */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class TimelineAtDoorsIT {
  private static final List<String> ROWS = List.of("Anna", "anna", "bert", "carl");
  private static final int CLIENTS_OF_EACH_KIND = 3;
  private static final int MOVES = 4;

  private final EmbeddedCluster cluster;

  TimelineAtDoorsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private List<DoorClient> connect() throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 20);
    List<DoorClient> clients = new ArrayList<>();
    for (DoorClient.Kind kind : DoorClient.Kind.values()) {
      for (int i = 0; i < CLIENTS_OF_EACH_KIND; i++) {
        clients.add(kind.connect(conf));
      }
    }
    return clients;
  }

  private static void read(Table table) throws IOException {
    for (String row : ROWS) {
      Get get = new Get(bytes(row));
      get.setConsistency(Consistency.TIMELINE);
      Result answer = table.get(get);
      assertThat(RawRequests.text(answer)).isEqualTo(row + "=" + row);
      assertThat(answer.isStale()).as("%s is stale", row).isFalse();
    }
    Scan scan = new Scan();
    scan.setConsistency(Consistency.TIMELINE);
    List<String> scanned = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        scanned.add(RawRequests.text(row));
        assertThat(row.isStale()).as("%s is stale", row).isFalse();
      }
    }
    assertThat(scanned).isEqualTo(ROWS.stream().map(row -> row + "=" + row).toList());
  }

  @Test
  void bothClientsAreAnsweredAtDoorsAlsoWhileTheirRegionsMove() throws Exception {
    List<DoorClient> clients = connect();
    try (PlacedTable placed = PlacedTable.create(cluster)) {
      placed.table().put(ROWS);
      for (int move = 0; move < MOVES; move++) {
        KnownDoors.await(
            cluster,
            100,
            () -> {
              for (DoorClient client : clients) {
                read(client.table(placed.table().name()));
              }
            });
        // The gateway region becomes one of the door, which has been its guest.
        placed.move(0x60, placed.servers().get((move + 1) % placed.servers().size()));
      }
    } finally {
      for (DoorClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void aTableWithReplicasRefusesEveryRequestAndRedirectsNone() throws Exception {
    try (PlacedTable other = PlacedTable.create(cluster);
        PlacedClients witnesses = new PlacedClients(cluster, other);
        TestTable replicated =
            TestTable.numbered("replicated")
                .salted(TestTable.FOUR_BUCKETS)
                .splitGateways()
                .value("REGION_REPLICATION", "2")
                .createImpatiently(cluster)) {
      Polling.until(
          "another table is redirected",
          () -> {
            witnesses.put();
            return witnesses.areRedirected();
          });
      long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
      for (DoorClient client : connect()) {
        try (client;
            Table table = client.table(replicated.name())) {
          for (RequestKind kind : List.of(RequestKind.PUT, RequestKind.GET, RequestKind.SCAN)) {
            assertThatThrownBy(() -> kind.send(table))
                .as("%s", kind)
                .hasMessageContaining("set REGION_REPLICATION => 1");
          }
          assertThatThrownBy(() -> read(table)).hasMessageContaining("set REGION_REPLICATION => 1");
        }
      }
      assertThat(DoorCluster.sum(cluster, DoorCounts::redirected)).isEqualTo(redirected);
    }
  }
}
