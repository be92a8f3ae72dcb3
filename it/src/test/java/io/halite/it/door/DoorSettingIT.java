package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What {@code update_config} of the shell does to doors while clients use them. */
@ExtendWith(SharedDoorCluster.class)
class DoorSettingIT {
  private static final int FIXED_ROWS = 20;

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private DoorLoad load;

  DoorSettingIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void start() throws Exception {
    placed = PlacedTable.create(cluster);
    try (Table table = placed.table().table()) {
      DoorLoad.writeFixed(table, FIXED_ROWS);
    }
    load = DoorLoad.start(placed.table().name(), cluster.configuration(), FIXED_ROWS);
  }

  @AfterEach
  void close() throws Exception {
    DoorCluster.update(cluster, "all");
    placed.close();
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  private void awaitServed() throws Exception {
    long before = served();
    Polling.until("guests serve", () -> served() > before + 100 || load.hasFailed());
  }

  private void awaitRounds(int rounds) throws Exception {
    long before = load.rounds();
    Polling.until(
        rounds + " more rounds", () -> load.rounds() > before + rounds || load.hasFailed());
  }

  @Test
  void theSettingTurnsDoorsOffAndOnAndNothingIsLost() throws Exception {
    awaitServed();
    DoorCluster.update(cluster, "off");
    awaitRounds(50);
    long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
    long served = served();
    awaitRounds(30);
    assertThat(served()).isEqualTo(served);
    assertThat(DoorCluster.sum(cluster, DoorCounts::redirected)).isEqualTo(redirected);
    DoorCluster.update(cluster, "no such value");
    awaitRounds(10);
    assertThat(served()).as("served after a value that is none").isEqualTo(served);
    DoorCluster.update(cluster, "all");
    awaitServed();
    try (Table table = placed.table().table()) {
      load.end(table);
    }
  }
}
