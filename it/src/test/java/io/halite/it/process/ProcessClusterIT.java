package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("wide")
class ProcessClusterIT {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final TableName SALTED = TableName.valueOf("salted");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  @Test
  void aTableSurvivesAKilledServerAndAStoppedOneAndNothingIsLeft() throws Exception {
    Path directory = Path.of("target", "processes-smoke");
    List<ServerProcess> processes;
    try (ProcessCluster cluster =
        ProcessCluster.start(
            ClusterPlan.of(2)
                .in(directory)
                .set("zookeeper.session.timeout", 6000)
                .set("hbase.rpc.server.impl", DoorRpcServer.class.getName()))) {
      processes = cluster.processes();
      assertThat(processes).hasSize(6).allMatch(ServerProcess::isAlive);
      try (Admin admin = cluster.connection().getAdmin();
          Table table = cluster.connection().getTable(TABLE)) {
        TestTable.named(TABLE).create(cluster.connection());
        table.put(new Put(new byte[] {1}).addColumn(FAMILY, null, new byte[] {7}));
        RegionInfo region = admin.getRegions(TABLE).get(0);

        cluster.move(region, 0);
        assertThat(admin.getRegions(cluster.serverName(0))).contains(region);

        cluster.regionServer(0).pause(Duration.ofSeconds(2));
        assertThat(table.get(new Get(new byte[] {1})).value())
            .as("read when the stopped server has gone on")
            .containsExactly(7);
        cluster.regionServer(0).kill();
        assertThat(cluster.regionServer(0).isAlive()).isFalse();
        assertThat(table.get(new Get(new byte[] {1})).value())
            .as("read from the other server, out of the dead one's log")
            .containsExactly(7);
        useASaltedTable(cluster.connection());
        LackingServer lacking = new LackingServer(cluster, admin);
        lacking.startWithoutJar();
        cluster.awaitServers(2, Duration.ofMinutes(1));
        assertThat(cluster.serverName(0).getStartCode()).isPositive();
        theServerSaysWhatItDid(cluster.pages(1));
        lacking.opensNoRegionOfATableThatCreateSaltedMakes();
        lacking.opensNoRegionEitherIfItDoesNotLoadTheObserver();
      }
      assertThatThrownBy(() -> ProcessCluster.start(ClusterPlan.of(1).in(directory)))
          .as("a second cluster in the same directory")
          .isInstanceOf(IOException.class)
          .hasMessageContaining("regionserver-1")
          .hasMessageContaining("end it first");
    }
    assertThat(processes).noneMatch(ServerProcess::isAlive);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left)
          .containsExactlyInAnyOrder(
              directory.resolve("logs"), directory.resolve("halite-cluster"));
    }
  }

  /** 40 rows in one batch, one get and one scan of all, on the one server that is left. */
  private static void useASaltedTable(Connection connection) throws IOException {
    String spec = "salt=hash(*) % 4";
    try (Table table = connection.getTable(SALTED)) {
      TestTable.named(SALTED).salted(spec).splitBuckets().create(connection);
      List<Put> puts = new ArrayList<>();
      for (int row = 100; row < 140; row++) {
        puts.add(new Put(new byte[] {(byte) row}).addColumn(FAMILY, null, new byte[] {7}));
      }
      table.put(puts);
      table.get(new Get(new byte[] {100}));
      try (ResultScanner rows = table.getScanner(new Scan())) {
        assertThat(rows).hasSize(40);
      }
    }
  }

  private static void theServerSaysWhatItDid(String pages) throws Exception {
    Map<String, Long> expected =
        Map.ofEntries(
            Map.entry("LocalForwards", 41L),
            Map.entry("RemoteForwards", 0L),
            Map.entry("ForwardRpcs", 2L),
            Map.entry("BatchForwardTime_num_ops", 1L),
            Map.entry("GetForwardTime_num_ops", 1L),
            Map.entry("MutateForwardTime_num_ops", 0L),
            Map.entry("RefusedForwards", 0L),
            Map.entry("UnknownForwards", 0L),
            Map.entry("PermitsInUse", 0L),
            Map.entry("MergedScans", 4L),
            Map.entry("OpenMergedScans", 0L),
            Map.entry("RowsMerged", 40L));
    Map<String, Long> shown = MetricsPage.read(pages, MetricsPage.HALITE);
    // HBase shows a new registry, and new numbers, within ten seconds each.
    for (int i = 0; i < 30 && !shown.entrySet().containsAll(expected.entrySet()); i++) {
      TimeUnit.SECONDS.sleep(1);
      shown = MetricsPage.read(pages, MetricsPage.HALITE);
    }
    assertThat(shown).containsAllEntriesOf(expected);
    Set<String> scraped = ScrapedNames.of(pages);
    assertThat(scraped).containsAll(ScrapedNames.usedBy("prometheus/halite-alerts.yml"));
    assertThat(scraped).containsAll(ScrapedNames.usedBy("grafana/halite.json"));
    assertThat(scraped).containsAll(ScrapedNames.usedBy("../docs/metrics.md"));
    assertThat(shown.keySet().stream().filter(name -> name.startsWith("RowsWrittenToBucket")))
        .hasSize(4);
    assertThat(
            shown.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("RowsWrittenToBucket"))
                .mapToLong(Map.Entry::getValue)
                .sum())
        .isEqualTo(40);
  }

  @Test
  void aClusterWithoutServersIsRefused() {
    assertThatThrownBy(() -> ClusterPlan.of(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a cluster of '0' region servers: at least 1 is needed");
  }
}
