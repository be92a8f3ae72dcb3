package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** HBase's canary; {@code DoorToolsFire} runs it beside doors. */
@Tag("wide")
@ExtendWith(SharedCluster.class)
class CanaryIT {
  private final EmbeddedCluster cluster;
  @TempDir Path directory;

  CanaryIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable create() throws Exception {
    TestTable table =
        TestTable.numbered("canary").salted(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster);
    table.put(List.of("row1", "row2", "row3"));
    return table;
  }

  @Test
  void everyRegionOfASaltedTableAnswersIt() throws Exception {
    try (TestTable table = create()) {
      CanaryProcess.assertIsContent(cluster, table, directory);
      assertThat(table.store().reads().values()).allMatch(reads -> reads > 0);
    }
  }

  /** It names the region of the key that it reads, and the plug-in would ask the key's owner. */
  @Test
  void overThePlugInItAsksEachRegionThatItNames() throws Exception {
    try (TestTable table = create()) {
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), table.name());
      assertThat(operations.spread().gateways()).noneMatch(gateway -> gateway.reads() > 0);
      CanaryProcess.assertIsContent(
          cluster, table, directory, PlugIn.into(new Configuration(false)));
      assertThat(operations.spread().gateways())
          .hasSize(4)
          .allMatch(gateway -> gateway.reads() > 0);
    }
  }
}
