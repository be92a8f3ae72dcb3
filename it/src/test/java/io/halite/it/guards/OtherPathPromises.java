package io.halite.it.guards;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TableStore;
import io.halite.it.cluster.TestTable;
import io.halite.routing.table.TableAttributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ReplicationPeerNotFoundException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.VerifyWALEntriesReplicationEndpoint;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

  private Table create(TablePlan plan) throws Exception {
    return cluster.connection().getTable(plan.splitBuckets().create(cluster).name());
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
      table.put(TextRows.put("row" + i, "v" + i));
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
      writer.append(new KeyValue(row, TestTable.F, TestTable.Q, 1L, Bytes.toBytes("loaded")));
    }
    BulkLoadHFiles.create(conf).bulkLoad(table, directory);
  }

  @Test
  void filesOfStoredKeysAreLoadedAndFilesOfNaturalOnesRefused() throws Exception {
    try (Table table = create(TestTable.named("loaded").salted(FOUR_BUCKETS))) {
      bulkLoad(table.getName(), TextRows.stored("row1"));
      assertThat(TextRows.get(table, "row1")).isEqualTo("loaded");
      assertThatThrownBy(() -> bulkLoad(table.getName(), Bytes.toBytes("row2")))
          .hasStackTraceContaining("its first row is not a stored key");
      assertThat(count(table)).isEqualTo(1);
    }
  }

  @Test
  void writesWithClusterIdsAreNaturalWrites() throws Exception {
    Put replicated = TextRows.put("row1", "1");
    replicated.setClusterIds(List.of(UUID.randomUUID()));
    try (Table table =
        create(
            TestTable.named("replicated")
                .salted(FOUR_BUCKETS)
                .value("halite.replicated.writes", "refused"))) {
      table.put(replicated);
      assertThat(TextRows.get(table, "row1")).isEqualTo("1");
      assertThat(new TableStore(cluster, table.getName()).keys())
          .containsExactly(Bytes.toStringBinary(TextRows.stored("row1")));
    }
  }

  @Test
  void aPeerThatWouldMissASaltedTableIsNotAdded() throws Exception {
    try (Table table = create(replicated("shipped").salted(FOUR_BUCKETS))) {
      ReplicationPeerConfig peer =
          ReplicationPeerConfig.newBuilder().setClusterKey("localhost:1:/other").build();
      assertThatThrownBy(() -> admin.addReplicationPeer("missing", peer, false))
          .hasStackTraceContaining("peer 'missing' is to receive table '" + table.getName());
      assertThat(admin.listReplicationPeers()).isEmpty();
      admin.disableTable(table.getName());
      admin.deleteTable(table.getName());
    }
  }

  private static TablePlan replicated(String name) {
    return TestTable.named(name).families(List.of(global()));
  }

  private static ColumnFamilyDescriptor global() {
    return ColumnFamilyDescriptorBuilder.newBuilder(TestTable.F)
        .setScope(HConstants.REPLICATION_SCOPE_GLOBAL)
        .build();
  }

  private void exclude(String peer, TableName... tables) throws Exception {
    Map<TableName, List<String>> excluded = new HashMap<>();
    Arrays.stream(tables).forEach(table -> excluded.put(table, List.of()));
    admin.updateReplicationPeerConfig(
        peer,
        ReplicationPeerConfig.newBuilder(admin.getReplicationPeerConfig(peer))
            .setExcludeTableCFsMap(excluded)
            .build());
  }

  private static void assertPeerIsNamed(ThrowingCallable request, String table) {
    assertThatThrownBy(request)
        .hasStackTraceContaining("peer 'all' is to receive table '" + table + "'")
        .hasStackTraceContaining("or exclude the table from the peer");
  }

  /** Otherwise each of their writes would be refused from then on. */
  @Test
  void tablesThatAPeerOfAllTablesWouldMissAreRefusedUntilItLeavesThemOut() throws Exception {
    admin.addReplicationPeer(
        "all",
        ReplicationPeerConfig.newBuilder()
            .setReplicationEndpointImpl(VerifyWALEntriesReplicationEndpoint.class.getName())
            .build());
    TablePlan late = replicated("salted_late").salted(FOUR_BUCKETS).splitBuckets();
    try (TestTable scoped =
            TestTable.named("scoped_late").salted(FOUR_BUCKETS).splitBuckets().create(cluster);
        TestTable altered = replicated("altered_late").create(cluster)) {
      assertPeerIsNamed(() -> late.create(cluster), "salted_late");
      assertPeerIsNamed(() -> altered.alter(FOUR_BUCKETS), "altered_late");
      assertPeerIsNamed(() -> admin.modifyColumnFamily(scoped.name(), global()), "scoped_late");
      scoped.put(List.of("row1"));
      TableName created = TableName.valueOf("salted_late");
      exclude("all", created, altered.name(), scoped.name());
      altered.alter(FOUR_BUCKETS);
      admin.modifyColumnFamily(scoped.name(), global());
      try (TestTable salted = late.create(cluster)) {
        for (TestTable table : List.of(salted, altered, scoped)) {
          table.put(List.of("row1"));
        }
        assertThatThrownBy(() -> exclude("all", created, scoped.name()))
            .hasStackTraceContaining("peer 'all' is to receive table 'altered_late'")
            .hasStackTraceContaining("leave the table out of the update");
      }
      snapshotsOfAReplicatedTableDoNotComeToThePeer(scoped.name());
      assertThatThrownBy(
              () ->
                  admin.updateReplicationPeerConfig(
                      "absent", admin.getReplicationPeerConfig("all")))
          .isInstanceOf(ReplicationPeerNotFoundException.class);
    } finally {
      admin.removeReplicationPeer("all");
    }
  }

  private void snapshotsOfAReplicatedTableDoNotComeToThePeer(TableName table) throws Exception {
    admin.snapshot("replicated", table);
    assertPeerIsNamed(
        () -> admin.cloneSnapshot("replicated", TableName.valueOf("cloned_late")), "cloned_late");
    admin.modifyColumnFamily(table, ColumnFamilyDescriptorBuilder.of(TestTable.F));
    exclude("all", TableName.valueOf("altered_late"));
    admin.disableTable(table);
    assertPeerIsNamed(() -> admin.restoreSnapshot("replicated", false), table.getNameAsString());
    admin.deleteSnapshot("replicated");
  }

  @Test
  void endpointsThatKnowNothingOfSaltAreRefusedByName() throws Exception {
    try (Table table =
        create(
            TestTable.named("endpoints")
                .salted(FOUR_BUCKETS)
                .coprocessor(MultiRowMutationEndpoint.class))) {
      MultiRowMutationService.BlockingInterface service =
          MultiRowMutationService.newBlockingStub(table.coprocessorService(Bytes.toBytes("row1")));
      assertThatThrownBy(() -> service.mutateRows(null, MutateRowsRequest.getDefaultInstance()))
          .hasStackTraceContaining("MultiRowMutationService")
          .hasStackTraceContaining("change each row by mutateRow or checkAndMutate");
    }
  }

  @Test
  void aCloneOfASnapshotIsSaltedAlikeUnderItsOwnName() throws Exception {
    try (Table table = create(TestTable.named("original").salted(FOUR_BUCKETS))) {
      fill(table);
      TableName clone = TableName.valueOf("clone");
      admin.snapshot("snapshot", table.getName());
      admin.cloneSnapshot("snapshot", clone);
      try (Table cloned = cluster.connection().getTable(clone)) {
        assertThat(count(cloned)).isEqualTo(50);
        cloned.put(TextRows.put("row200", "new"));
        assertThat(TextRows.get(cloned, "row200")).isEqualTo("new");
        assertThat(TextRows.get(cloned, "row100")).isEqualTo("v100");
      }
      assertThat(admin.getDescriptor(clone).getValue("coprocessor$1"))
          .isEqualTo(TableAttributes.salting(FOUR_BUCKETS));
      assertThat(count(table)).isEqualTo(50);
    }
  }

  @Test
  void aTruncatedTableKeepsItsSpecAndItsRegions() throws Exception {
    try (Table table = create(TestTable.named("truncated").salted(FOUR_BUCKETS))) {
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
    try (Table table = create(TestTable.named("compacted").salted(FOUR_BUCKETS))) {
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
    try (Table table = create(TestTable.named("canary").salted(FOUR_BUCKETS))) {
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
