package io.halite.it.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ways into and out of a table beside its clients: each has one decided behaviour. */
@Timeout(120)
abstract class OtherPathPromises {
  private final EmbeddedCluster cluster;
  private final Admin admin;

  OtherPathPromises(EmbeddedCluster cluster) throws Exception {
    this.cluster = cluster;
    this.admin = cluster.connection().getAdmin();
  }

  private Table create(TableDescriptorBuilder table) throws Exception {
    return cluster.connection().getTable(Tables.create(admin, table));
  }

  private static int count(Table table) throws Exception {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        assertThat(Bytes.toString(row.getRow())).startsWith("row");
        rows++;
      }
    }
    return rows;
  }

  private static void fill(Table table) throws Exception {
    for (int i = 100; i < 150; i++) {
      table.put(Tables.put("row" + i, "v" + i));
    }
  }

  private void bulkLoad(TableName table, byte[] row) throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.retries.number", 2);
    conf.setInt("hbase.bulkload.retries.number", 1);
    FileSystem files = FileSystem.get(conf);
    Path directory = new Path(files.getHomeDirectory(), "load-" + UUID.randomUUID());
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(files, new Path(directory, "f/one"))
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(row, Tables.F, Tables.Q, 1L, Bytes.toBytes("loaded")));
    }
    BulkLoadHFiles.create(conf).bulkLoad(table, directory);
  }

  @Test
  void filesOfStoredKeysAreLoadedAndFilesOfNaturalOnesRefused() throws Exception {
    try (Table table = create(Tables.salted("loaded"))) {
      bulkLoad(table.getName(), Tables.stored("row1"));
      assertThat(Tables.get(table, "row1")).isEqualTo("loaded");
      assertThatThrownBy(() -> bulkLoad(table.getName(), Bytes.toBytes("row2")))
          .hasStackTraceContaining("its first row is not a stored key");
      assertThat(count(table)).isEqualTo(1);
    }
  }

  @Test
  void writesWithClusterIdsAreRefusedUntilItIsSaidWhatTheyAre() throws Exception {
    Put imported = Tables.put("row1", "1");
    imported.setClusterIds(List.of(UUID.randomUUID()));
    try (Table table = create(Tables.salted("undecided"))) {
      assertThatThrownBy(() -> table.put(imported))
          .hasStackTraceContaining("halite.replicated.writes");
      assertThat(count(table)).isZero();
    }
    try (Table table =
        create(Tables.salted("imported").setValue("halite.replicated.writes", "natural"))) {
      table.put(imported);
      assertThat(Tables.get(table, "row1")).isEqualTo("1");
    }
    try (Table table =
        create(Tables.salted("misspelt").setValue("halite.replicated.writes", "naturel"))) {
      assertThatThrownBy(() -> table.put(Tables.put("row1", "1")))
          .hasStackTraceContaining("'naturel'");
    }
  }

  @Test
  void endpointsThatKnowNothingOfSaltAreRefusedByName() throws Exception {
    try (Table table =
        create(
            Tables.salted("endpoints")
                .setValue(
                    "coprocessor$2", "|" + MultiRowMutationEndpoint.class.getName() + "||"))) {
      MultiRowMutationService.BlockingInterface service =
          MultiRowMutationService.newBlockingStub(table.coprocessorService(Bytes.toBytes("row1")));
      assertThatThrownBy(() -> service.mutateRows(null, MutateRowsRequest.getDefaultInstance()))
          .hasStackTraceContaining("MultiRowMutationService")
          .hasStackTraceContaining("halite.endpoints.allowed");
    }
  }

  @Test
  void aCloneOfASnapshotIsSaltedAlikeUnderItsOwnName() throws Exception {
    try (Table table = create(Tables.salted("original"))) {
      fill(table);
      TableName clone = TableName.valueOf("clone");
      admin.snapshot("snapshot", table.getName());
      admin.cloneSnapshot("snapshot", clone);
      try (Table cloned = cluster.connection().getTable(clone)) {
        assertThat(count(cloned)).isEqualTo(50);
        cloned.put(Tables.put("row200", "new"));
        assertThat(Tables.get(cloned, "row200")).isEqualTo("new");
        assertThat(Tables.get(cloned, "row100")).isEqualTo("v100");
      }
      assertThat(admin.getDescriptor(clone).getValue("coprocessor$1"))
          .isEqualTo(Tables.attribute(Tables.SPEC));
      assertThat(count(table)).isEqualTo(50);
    }
  }

  @Test
  void aTruncatedTableKeepsItsSpecAndItsRegions() throws Exception {
    try (Table table = create(Tables.salted("truncated"))) {
      fill(table);
      admin.disableTable(table.getName());
      admin.truncateTable(table.getName(), true);
      assertThat(count(table)).isZero();
      assertThat(admin.getRegions(table.getName())).hasSize(4);
      fill(table);
      assertThat(count(table)).isEqualTo(50);
    }
  }

  @Test
  void flushedCompactedAndReopenedRowsAreTheSame() throws Exception {
    try (Table table = create(Tables.salted("compacted"))) {
      for (int round = 0; round < 3; round++) {
        fill(table);
        admin.flush(table.getName());
      }
      cluster.utility().compact(table.getName(), true);
      assertThat(count(table)).isEqualTo(50);
      admin.disableTable(table.getName());
      admin.enableTable(table.getName());
      assertThat(count(table)).isEqualTo(50);
    }
  }

  @Test
  void aCanaryThatReadsTheStartKeyOfEachRegionFindsNothing() throws Exception {
    try (Table table = create(Tables.salted("canary"))) {
      fill(table);
      for (RegionInfo region : admin.getRegions(table.getName())) {
        if (region.getStartKey().length > 0) {
          assertThat(table.get(new Get(region.getStartKey())).isEmpty()).isTrue();
        }
        Scan first = new Scan().withStartRow(region.getStartKey()).setOneRowLimit().setCaching(1);
        try (ResultScanner scanner = table.getScanner(first)) {
          assertThat(scanner.next()).isNotNull();
        }
      }
    }
  }
}
