package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ProcessClusterIT {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  @Test
  void aTableSurvivesAKilledServerAndAStoppedOneAndNothingIsLeft() throws Exception {
    Path directory = Path.of("target", "processes-smoke");
    List<ServerProcess> processes;
    try (ProcessCluster cluster =
        ProcessCluster.start(
            ClusterPlan.of(2).in(directory).set("zookeeper.session.timeout", 6000))) {
      processes = cluster.processes();
      assertThat(processes).hasSize(6).allMatch(ServerProcess::isAlive);
      try (Admin admin = cluster.connection().getAdmin();
          Table table = cluster.connection().getTable(TABLE)) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(TABLE)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
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
        cluster.regionServer(0).start();
        cluster.awaitServers(2, Duration.ofMinutes(1));
        assertThat(cluster.serverName(0).getStartCode()).isPositive();
      }
      assertThatThrownBy(() -> ProcessCluster.start(ClusterPlan.of(1).in(directory)))
          .as("a second cluster in the same directory")
          .isInstanceOf(IOException.class)
          .hasMessageContaining("regionserver-1")
          .hasMessageContaining("end it first");
    }
    assertThat(processes).noneMatch(ServerProcess::isAlive);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(directory.resolve("logs"));
    }
  }

  @Test
  void aClusterWithoutServersIsRefused() {
    assertThatThrownBy(() -> ClusterPlan.of(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a cluster of '0' region servers: at least 1 is needed");
  }
}
