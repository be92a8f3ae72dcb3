package io.halite.it.door;

import static io.halite.it.door.AlternatingClients.SPEC;
import static io.halite.it.door.AlternatingClients.inBucketOne;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.AlternatingClients.Cost;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The long form of {@link MetaReadsIT}, with bulk loads. */
@ExtendWith(SharedDoorCluster.class)
class MetaReadsFire {
  private static final int LOADS_OF_EACH = 8;
  private static final long SECONDS = 45;

  /** As in {@link MetaReadsIT}, for a longer time. */
  private static final long MOST_READS = 120;

  private final EmbeddedCluster cluster;
  private PlacedTable placed;

  MetaReadsFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster, plan -> plan.coprocessor(TestTable.LATEST_ENDPOINT));
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
  }

  /** So long that each connection is sent to its door again, after 5 seconds and after 30. */
  @Test
  void callsOfAnEndpointBetweenPutsReadMetaAFewTimesOnlyInAllThatTime() throws Exception {
    try (AlternatingClients clients = new AlternatingClients(cluster, placed, Map.of())) {
      clients.awaitRedirects(clients.puts("row"));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      Cost cost =
          clients.alternate(
              "a call of an endpoint",
              done -> System.nanoTime() < end,
              clients.puts("row"),
              clients.callsOfAnEndpoint());
      assertThat(cost.redirects()).isBetween(1L, 3L * AlternatingClients.CONNECTIONS);
      assertThat(cost.metaReads()).isLessThan(MOST_READS);
    }
  }

  /** Loads a file with one row of bucket 1. */
  private void load(DoorClient client, int number) throws Exception {
    FileSystem files = FileSystem.get(cluster.configuration());
    Path directory = cluster.unusedPath();
    byte[] row = SPEC.salt().salt(bytes(inBucketOne("loaded" + number + "-", 1).get(0)));
    try (HFile.Writer writer =
        HFile.getWriterFactory(cluster.configuration(), CacheConfig.DISABLED)
            .withPath(files, new Path(directory, Bytes.toString(PlacedTable.F) + "/one"))
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(row, PlacedTable.F, PlacedTable.Q, 1, row));
    }
    TableName name = placed.table().name();
    Connection connection = ((DoorClient.Blocking) client).connection();
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name);
        RegionLocator regions = connection.getRegionLocator(name)) {
      new LoadIncrementalHFiles(cluster.configuration())
          .doBulkLoad(directory, admin, table, regions);
    }
  }

  private Cost loadsBetweenPuts(String what, AlternatingClients clients) throws Exception {
    return clients.alternate(
        what, done -> done < LOADS_OF_EACH, clients.puts("\u0001row"), this::load);
  }

  /** HBase's tool reads all regions of the table before each load, whoever sends it. */
  @Test
  void loadsBetweenPutsReadMetaAFewTimesMoreThanThoseOfAConnectionThatDoorsLeaveAlone()
      throws Exception {
    try (AlternatingClients redirected = new AlternatingClients(cluster, placed, Map.of());
        AlternatingClients never =
            new AlternatingClients(cluster, placed, Map.of("halite.doors", bytes("off")))) {
      redirected.awaitRedirects(redirected.puts("\u0001row"));
      Cost atDoors = loadsBetweenPuts("a load", redirected);
      Cost alone = loadsBetweenPuts("a load, never redirected", never);
      assertThat(alone.redirects()).isZero();
      assertThat(atDoors.metaReads() - alone.metaReads()).isLessThan(MOST_READS);
    }
  }
}
