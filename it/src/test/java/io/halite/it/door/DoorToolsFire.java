package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.mapreduce.CanaryProcess;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.RegionSizeCalculator;
import org.apache.hadoop.hbase.util.RegionMover;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** HBase's own tools on a table of which guests serve the clients. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class DoorToolsFire {
  private static final int FIXED_ROWS = 20;
  private static final int LARGE = 300_000;

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  @TempDir Path directory;

  DoorToolsFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    try (Table table = placed.table().table()) {
      DoorLoad.writeFixed(table, FIXED_ROWS);
    }
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
  }

  private DoorLoad startLoad() throws Exception {
    DoorLoad load = DoorLoad.start(placed.table().name(), cluster.configuration(), FIXED_ROWS);
    awaitServed(load);
    return load;
  }

  private void awaitServed(DoorLoad load) throws Exception {
    long before = DoorCluster.sum(cluster, DoorCounts::served);
    Polling.until(
        "guests serve",
        () -> load.hasFailed() || DoorCluster.sum(cluster, DoorCounts::served) > before + 100);
  }

  private void end(DoorLoad load) throws Exception {
    try (Table table = placed.table().table()) {
      load.end(table);
    }
  }

  @Test
  void theCanaryIsAnsweredByEveryRegion() throws Exception {
    DoorLoad load = startLoad();
    CanaryProcess.assertIsContent(cluster, placed.table(), directory);
    end(load);
  }

  @Test
  void aServerIsUnloadedAndLoadedByTheRegionMoverAndNothingIsLost() throws Exception {
    DoorLoad load = startLoad();
    ServerName door = placed.door();
    Admin admin = placed.table().admin();
    List<RegionInfo> regions = admin.getRegions(door);
    assertThat(regions).isNotEmpty();
    try (RegionMover mover =
        new RegionMover.RegionMoverBuilder(
                door.getHostname() + ":" + door.getPort(), cluster.configuration())
            .filename(directory.resolve("regions").toString())
            .timeout(120)
            .build()) {
      assertThat(mover.unload()).isTrue();
      assertThat(admin.getRegions(door)).isEmpty();
      load.awaitEachClient();
      assertThat(mover.load()).isTrue();
    }
    assertThat(admin.getRegions(door)).containsAll(regions);
    load.awaitEachClient();
    awaitServed(load);
    end(load);
  }

  @Test
  void theSizesOfRegionsForJobsAreTheSameByAConnectionThatIsRedirected() throws Exception {
    Configuration conf = cluster.configuration();
    try (PlacedClients clients = new PlacedClients(cluster, placed);
        Connection redirected = ConnectionFactory.createConnection(conf);
        Connection fresh = ConnectionFactory.createConnection(conf);
        Table table = redirected.getTable(placed.table().name())) {
      Polling.until(
          "doors are at work",
          () -> {
            clients.put();
            return clients.areRedirected();
          });
      for (int i = 0; i < 20; i++) {
        byte[] row = PlacedTable.bytes("n" + i);
        table.put(new Put(row).addColumn(PlacedTable.F, PlacedTable.Q, new byte[LARGE]));
      }
      placed.table().admin().flush(placed.table().name());
      assertThat(sizes(redirected)).isEqualTo(sizes(fresh)).anyMatch(size -> size > 0);
    }
  }

  /** What jobs take for the sizes of the table's regions, in the order of their start keys. */
  private List<Long> sizes(Connection connection) throws Exception {
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(placed.table().name())) {
      RegionSizeCalculator sizes = new RegionSizeCalculator(locator, admin);
      return admin.getRegions(placed.table().name()).stream()
          .map(region -> sizes.getRegionSize(region.getRegionName()))
          .toList();
    }
  }
}
