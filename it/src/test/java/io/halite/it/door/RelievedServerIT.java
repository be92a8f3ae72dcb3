package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The mode {@code auto} under clients that follow redirects and that all send as much. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@Timeout(300)
class RelievedServerIT {
  private static final int CLIENTS = 12;
  private static final int BATCH = 50;
  private static final int ROUNDS = 300;

  private final EmbeddedCluster cluster;
  private final List<Connection> clients = new ArrayList<>();
  private PlacedTable placed;

  RelievedServerIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void start() throws Exception {
    DoorCluster.update(cluster, "off");
    placed = PlacedTable.create(cluster);
    placed.move(0x00, placed.home());
    placed.move(0x01, placed.servers().get(1));
    placed.move(0x02, placed.servers().get(2));
    placed.move(0x03, placed.servers().get(2));
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(ConnectionFactory.createConnection(cluster.configuration()));
    }
  }

  @AfterEach
  void stop() throws Exception {
    for (Connection client : clients) {
      client.close();
    }
    DoorCluster.update(cluster, "all");
    placed.close();
  }

  /** One batch of each client, for the gateway region of {@code 60} on. */
  private void round() throws IOException {
    for (Connection client : clients) {
      List<Put> batch = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        batch.add(put("h" + i));
      }
      try (Table table = client.getTable(placed.table().name())) {
        table.put(batch);
      }
    }
  }

  private long redirecting() {
    return DoorCluster.sum(cluster, DoorCounts::redirecting);
  }

  @Test
  void itStopsWhenItsServerIsRelievedAndItsConnectionsStayAtTheirDoors() throws Exception {
    DoorCluster.update(cluster, "auto");
    long before = DoorCluster.sum(cluster, DoorCounts::redirected);
    await("clients are redirected", DoorCounts::redirected, count -> count > before);
    await("no region redirects any more", DoorCounts::redirecting, count -> count == 0);
    long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    for (int i = 0; i < ROUNDS; i++) {
      round();
      assertThat(redirecting()).as("after %s rounds", i).isZero();
    }
    assertThat(DoorCluster.sum(cluster, DoorCounts::redirected)).isEqualTo(redirected);
    long batches = (long) ROUNDS * CLIENTS;
    long byGuests = DoorCluster.sum(cluster, DoorCounts::served) - served;
    assertThat((batches - byGuests) / (batches / 3.0))
        .as("what the gateway's own server takes of the batches, beside the mean of 3 servers")
        .isLessThanOrEqualTo(1.25);
  }

  private void await(String what, ToLongFunction<DoorCounts> count, LongPredicate reached)
      throws Exception {
    Polling.until(
        what,
        () -> {
          for (int i = 0; i < 10; i++) {
            round();
          }
          return reached.test(DoorCluster.sum(cluster, count));
        });
  }
}
