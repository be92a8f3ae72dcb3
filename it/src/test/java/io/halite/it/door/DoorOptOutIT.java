package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests with the attribute {@code halite.doors} = {@code off}, beside others. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@Timeout(180)
class DoorOptOutIT {
  private static final int CONNECTIONS = 6;

  private final EmbeddedCluster cluster;
  private final List<DoorClient> clients = new ArrayList<>();
  private PlacedTable placed;

  DoorOptOutIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    try (PlacedClients others = new PlacedClients(cluster, placed)) {
      Polling.until(
          "other connections are redirected",
          () -> {
            others.put();
            return others.areRedirected();
          });
    }
  }

  @AfterEach
  void drop() throws Exception {
    for (DoorClient client : clients) {
      client.close();
    }
    placed.close();
  }

  /** Connections to which a redirect is a failure. */
  private void connect(DoorClient.Kind kind) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.retries.number", 0);
    for (int i = 0; i < CONNECTIONS; i++) {
      clients.add(kind.connect(conf));
    }
  }

  private long redirected() {
    return DoorCluster.sum(cluster, DoorCounts::redirected);
  }

  /** How many of the connections fail. */
  private int round(Map<String, byte[]> attributes) throws IOException {
    int failed = 0;
    for (DoorClient client : clients) {
      try (Table table = client.table(placed.table().name(), attributes)) {
        table.put(put("row"));
        table.put(List.of(put("row1"), put("row2")));
        assertThat(table.get(new Get(bytes("row"))).isEmpty()).isFalse();
        assertThat(TestTable.scan(table, new Scan().withStartRow(bytes("row")).setLimit(2)))
            .hasSize(2);
      } catch (IOException redirect) {
        failed++;
      }
    }
    return failed;
  }

  @ParameterizedTest
  @EnumSource
  void requestsOfAConnectionAreRedirectedButThoseWithTheAttribute(DoorClient.Kind kind)
      throws Exception {
    connect(kind);
    long before = redirected();
    for (int i = 0; i < 20; i++) {
      assertThat(round(Map.of("halite.doors", bytes("off")))).as("failures").isZero();
    }
    assertThat(redirected()).isEqualTo(before);
    Polling.until("the same connections are redirected", () -> round(Map.of()) > 0);
    assertThat(redirected()).isGreaterThan(before);
  }
}
