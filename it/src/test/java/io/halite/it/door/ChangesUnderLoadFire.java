package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn;
import io.halite.it.cluster.RegionChurn.Step;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What clients of doors go through while regions, servers and settings change. */
class ChangesUnderLoadFire {
  private static final int FIXED_ROWS = 60;

  private EmbeddedCluster cluster;
  private PlacedTable placed;
  private DoorLoad load;

  @BeforeEach
  void start() throws Exception {
    cluster = DoorCluster.start();
    placed = PlacedTable.create(cluster);
    try (Table table = placed.table().table()) {
      DoorLoad.writeFixed(table, FIXED_ROWS);
    }
    load = DoorLoad.start(placed.table().name(), cluster.configuration(), FIXED_ROWS);
    awaitServed();
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  private void awaitServed() throws Exception {
    long before = served();
    Polling.until("guests serve", () -> served() > before + 200 || load.hasFailed());
  }

  private void awaitRounds(int rounds) throws Exception {
    long before = load.rounds();
    Polling.until(
        rounds + " more rounds", () -> load.rounds() > before + rounds || load.hasFailed());
  }

  private void end() throws Exception {
    awaitRounds(100);
    System.out.println("doors: " + DoorCluster.counts(cluster) + ", rounds " + load.rounds());
    try (Table table = placed.table().table()) {
      load.end(table);
    }
  }

  @Test
  void noOperationFailsOrIsDoneTwiceWhenServersDie() throws Exception {
    cluster.utility().getMiniHBaseCluster().startRegionServerAndWait(60_000);
    long served = served();
    ServerName busiest = null;
    for (RegionServerThread each :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      HRegionServer server = each.getRegionServer();
      long own = DoorRpcServer.doorOf(server).orElseThrow().counts().served();
      if (own * 3 >= served && !hasMeta(server)) {
        busiest = server.getServerName();
      }
    }
    assertThat(busiest).isNotNull();
    cluster.utility().getMiniHBaseCluster().killRegionServer(busiest);
    awaitRounds(200);
    awaitServed();
    end();
  }

  private static boolean hasMeta(HRegionServer server) {
    return server.getRegions().stream().anyMatch(region -> region.getRegionInfo().isMetaRegion());
  }

  @Test
  void noOperationFailsOrIsDoneTwiceWhenGatewaysAndGuestsMoveAndSplit() throws Exception {
    List<ServerName> servers = placed.servers();
    for (int i = 1; i <= 2; i++) {
      for (int start : new int[] {0x60, 0x40, 0x01, 0x03, 0xC0}) {
        placed.move(start, servers.get((i + start / 16) % 3));
      }
      awaitRounds(30);
    }
    byte[] split = placed.name(0x60);
    placed.table().admin().splitRegionAsync(split, PlacedTable.bytes("n")).get();
    awaitRounds(60);
    placed.move(0x60, servers.get(2));
    awaitRounds(60);
    end();
  }

  @Test
  void noOperationFailsOrIsDoneTwiceWhenDoorsAreSwitchedOffAndOn() throws Exception {
    for (int i = 0; i < 2; i++) {
      // A server that had the region remembers for two minutes where it went.
      placed.move(0x60, placed.servers().get(i + 1));
      placed.move(0x60, placed.servers().get(0));
      awaitServed();
      DoorCluster.update(cluster, "off");
      awaitRounds(100);
      long served = served();
      awaitRounds(50);
      assertThat(served()).isEqualTo(served);
      DoorCluster.update(cluster, "all");
      awaitServed();
    }
    end();
  }

  @Test
  void noOperationFailsOrIsDoneTwiceWhenGatewaysAndGuestsSplitAndMerge() throws Exception {
    try (RegionChurn churn =
        RegionChurn.of(placed.table().name())
            .steps(Step.SPLIT, Step.MERGE)
            .regions(6, 16)
            .start(cluster.configuration(), Duration.ofMinutes(2))) {
      Polling.until(
          "regions split and merge",
          () -> (churn.done(Step.SPLIT) > 2 && churn.done(Step.MERGE) > 2) || load.hasFailed());
      System.out.println("doors: " + churn);
    }
    awaitServed();
    end();
  }
}
