package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.BulkLoadHFileRequest;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bulk loads go to the region's own server; doors show what they have loaded. */
@ExtendWith(SharedDoorCluster.class)
class DoorBulkLoadIT {
  private static final int ROWS = 50;

  private final EmbeddedCluster cluster;

  DoorBulkLoadIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Writes rows of stored keys into one file of the family. */
  private Path write(SaltedTable table) throws Exception {
    Map<byte[], byte[]> rows = new TreeMap<>((Comparator<byte[]>) KeyBytes::compare);
    for (int i = 0; i < ROWS; i++) {
      rows.put(table.storedKey(bytes("row" + i)), bytes("row" + i));
    }
    FileSystem files = FileSystem.get(cluster.configuration());
    Path directory = cluster.unusedPath();
    try (HFile.Writer writer =
        HFile.getWriterFactory(cluster.configuration(), CacheConfig.DISABLED)
            .withPath(files, new Path(directory, Bytes.toString(F) + "/one"))
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      for (Map.Entry<byte[], byte[]> row : rows.entrySet()) {
        writer.append(new KeyValue(row.getKey(), F, Q, 1, row.getValue()));
      }
    }
    return directory;
  }

  @Test
  void aDoorLeavesThemToTheRegionAndServesTheirRows() throws Exception {
    try (PlacedTable placed = PlacedTable.create(cluster)) {
      RawRequests requests = new RawRequests(cluster.connection());
      placed.awaitDoor(requests);
      byte[] region = placed.name(0x60);
      BulkLoadHFileRequest load =
          BulkLoadHFileRequest.newBuilder().setRegion(RawRequests.region(region)).build();
      assertThatThrownBy(
              () ->
                  requests.send(
                      placed.door(),
                      (server, controller) -> server.bulkLoadHFile(controller, load)))
          .isExactlyInstanceOf(NotServingRegionException.class);
      SaltedTable table =
          new SaltedTable(placed.table().name(), SaltingSpec.parse(TestTable.FOUR_BUCKETS));
      BulkLoadHFiles.create(cluster.configuration()).bulkLoad(table.name(), write(table));
      for (int i = 0; i < ROWS; i++) {
        assertThat(
                requests
                    .get(placed.door(), RawRequests.region(region), new Get(bytes("row" + i)))
                    .getValue(F, Q))
            .isEqualTo(bytes("row" + i));
      }
    }
  }
}
