package io.halite.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedClusterIT {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  @Test
  void threeServersHoldATableAndNothingIsLeftOfThem(@TempDir Path directory) throws Exception {
    String temporaryFiles = System.getProperty("java.io.tmpdir");
    try (EmbeddedCluster cluster =
        EmbeddedCluster.start(3, directory, settings -> settings.setInt("halite.test", 7))) {
      assertThat(cluster.configuration().getInt("halite.test", 0)).isEqualTo(7);
      assertThat(cluster.zooKeeperPort()).isPositive();
      TestTable.named(TABLE).splits(new byte[][] {{1}, {2}}).create(cluster);
      try (Table table = cluster.connection().getTable(TABLE);
          RegionLocator regions = cluster.connection().getRegionLocator(TABLE)) {
        for (byte row = 0; row < 3; row++) {
          table.put(new Put(new byte[] {row}).addColumn(FAMILY, null, new byte[] {row, row}));
          assertThat(table.get(new Get(new byte[] {row})).value()).containsExactly(row, row);
        }
        assertThat(regions.getAllRegionLocations())
            .extracting(region -> region.getServerName())
            .as("each of the three servers opened one of the three regions")
            .doesNotHaveDuplicates()
            .hasSize(3);
      }
      assertThat(cluster.hasMaster()).isTrue();
      cluster.utility().getMiniHBaseCluster().abortMaster(0);
      cluster.utility().getMiniHBaseCluster().waitOnMaster(0);
      assertThat(cluster.hasMaster()).isFalse();
    }
    assertThat(System.getProperty("java.io.tmpdir")).isEqualTo(temporaryFiles);
    try (Stream<Path> left = Files.walk(directory).filter(Files::isRegularFile)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aClusterWithoutServersIsRefused() {
    assertThatThrownBy(() -> EmbeddedCluster.start(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an embedded cluster of '0' region servers: at least 1 is needed");
  }
}
