package io.halite.it.salted;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.ClusterSurvey;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableState;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.master.RegionState;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** HBase's checks and repairs, which HBCK2 requests from the master, on salted tables. */
@Tag("wide")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class HbckIT {
  private static final List<String> ROWS =
      IntStream.range(0, 200).mapToObj(i -> String.format("row%03d", i)).toList();

  private EmbeddedCluster cluster;
  private Admin admin;
  private HMaster master;
  private Hbck hbck;

  @BeforeAll
  void start() throws Exception {
    cluster =
        EmbeddedCluster.start(
            2,
            site ->
                site.set(
                    "hbase.coprocessor.master.classes",
                    "io.halite.coprocessor.master.SaltingMasterObserver"));
    admin = cluster.connection().getAdmin();
    master = cluster.utility().getMiniHBaseCluster().getMaster();
    hbck = cluster.connection().getHbck();
  }

  @AfterAll
  void end() throws Exception {
    hbck.close();
    cluster.close();
  }

  private TestTable filled() throws Exception {
    TestTable table =
        TestTable.numbered("hbck")
            .salted(FOUR_BUCKETS)
            .splitBuckets()
            .splits("b", "q")
            .create(cluster);
    table.put(ROWS);
    return table;
  }

  private List<RegionInfo> regions(TestTable table) throws Exception {
    return admin.getRegions(table.name());
  }

  private List<String> encoded(TestTable table, int... numbers) throws Exception {
    List<RegionInfo> all = regions(table);
    return IntStream.of(numbers).mapToObj(number -> all.get(number).getEncodedName()).toList();
  }

  private RegionState.State state(String encoded) {
    return master.getAssignmentManager().getRegionStates().getRegionState(encoded).getState();
  }

  /** Waits for procedures that leave these regions in one of these states. */
  private void await(List<Long> procedures, List<String> encoded, RegionState.State... states)
      throws Exception {
    assertThat(procedures).as("-1 if another has the region").allMatch(id -> id > 0);
    cluster
        .utility()
        .waitFor(
            60_000,
            50,
            () -> procedures.stream().allMatch(master.getMasterProcedureExecutor()::isFinished));
    assertThat(encoded).allMatch(region -> List.of(states).contains(state(region)));
  }

  private void unassign(List<String> encoded) throws Exception {
    await(hbck.unassigns(encoded), encoded, RegionState.State.CLOSED);
  }

  private void assign(List<String> encoded) throws Exception {
    await(hbck.assigns(encoded, true), encoded, RegionState.State.OPEN);
  }

  private void assertHas(TestTable table, List<String> rows) throws Exception {
    assertThat(table.scan(new Scan())).isEqualTo(rows);
    assertThat(table.store().keys())
        .isEqualTo(
            rows.stream()
                .map(row -> SaltingSpec.parse(FOUR_BUCKETS).salt().salt(Bytes.toBytes(row)))
                .map(Bytes::toStringBinary)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void noCheckFindsAnythingWrongAfterSplitsAndWithAnIndex() throws Exception {
    String orders = "key=shop:4 order:6,salt=hash(shop) % 4,index=byBuyer(f:buyer)";
    try (TestTable indexed =
        TestTable.numbered("upkeep").salted(orders).splitBuckets().create(cluster)) {
      indexed.put(List.of("SHOP000001", "SHOP000002", "ZONE000001"));
      admin.split(indexed.name(), Bytes.toBytes("S"));
      cluster.utility().waitFor(30_000, () -> regions(indexed).size() == 5);
      cluster.utility().waitUntilNoRegionsInTransition();
      new RegionChecks(cluster).assertNothingWrong();
      assertThat(indexed.scan(new Scan())).hasSize(3);
    }
  }

  /** Buckets 0, 1 and 3, and the gateway of all rows. */
  @Test
  void nothingIsLostWhileHbckUnassignsRegionsAndAssignsThemAgain() throws Exception {
    try (TestTable table = filled();
        Table client = table.table()) {
      AtomicBoolean writes = new AtomicBoolean(true);
      List<String> written = new ArrayList<>(ROWS);
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; writes.get(); i++) {
                  String row = String.format("row%05d", 20_000 + i);
                  try {
                    client.put(new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(row)));
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                  written.add(row);
                }
              });
      for (List<String> some : List.of(encoded(table, 0, 1), encoded(table, 3, 5))) {
        unassign(some);
        assign(some);
      }
      int before = written.size();
      cluster.utility().waitFor(30_000, 50, () -> written.size() > before + 20 || writer.isDone());
      writes.set(false);
      writer.get();
      assertHas(table, written.stream().sorted().toList());
    }
  }

  @Test
  void statesThatHbckWritesIntoMetaLeaveTheRowsAlone() throws Exception {
    try (TestTable table = filled()) {
      List<String> bucket = encoded(table, 2);
      unassign(bucket);
      assertThat(hbck.setRegionStateInMeta(Map.of(bucket.get(0), RegionState.State.FAILED_OPEN)))
          .containsEntry(bucket.get(0), RegionState.State.CLOSED);
      assign(bucket);
      assertHas(table, ROWS);

      TableState disabled = new TableState(table.name(), TableState.State.DISABLED);
      assertThat(hbck.setTableStateInMeta(disabled).isEnabled()).isTrue();
      assertThat(admin.isTableDisabled(table.name())).isTrue();
      hbck.setTableStateInMeta(new TableState(table.name(), TableState.State.ENABLED));
      assertHas(table, ROWS);
      assertThat(hbck.scheduleSCPsForUnknownServers()).isEmpty();
    }
  }

  /** A file that is no HFile keeps a bucket from opening, until it is taken away. */
  @Test
  void aBucketWhoseAssignmentHbckBypassedOpensLater() throws Exception {
    try (TestTable table = filled()) {
      List<String> bucket = encoded(table, 1);
      unassign(bucket);
      Path broken = new Path(family(table, bucket.get(0)), "0123456789abcdef0123456789abcdef");
      FileSystem files = broken.getFileSystem(cluster.configuration());
      try (OutputStream file = files.create(broken)) {
        file.write(Bytes.toBytes("no HFile"));
      }
      try {
        List<Long> endless = hbck.assigns(bucket);
        // HBase bypasses it between two attempts alone.
        cluster
            .utility()
            .waitFor(30_000, 50, () -> hbck.bypassProcedure(endless, 1_000, false, false).get(0));
        await(endless, bucket, RegionState.State.OPENING, RegionState.State.CLOSED);
      } finally {
        files.delete(broken, false);
        assign(bucket);
      }
      assertHas(table, ROWS);
    }
  }

  private Path family(TestTable table, String encoded) throws Exception {
    Path root = CommonFSUtils.getRootDir(cluster.configuration());
    return new Path(new Path(CommonFSUtils.getTableDir(root, table.name()), encoded), "f");
  }

  @Test
  void bucketsOfAServerThatHbckTakesForDeadComeBackWithTheirRows() throws Exception {
    ServerName extra =
        cluster
            .utility()
            .getMiniHBaseCluster()
            .startRegionServerAndWait(30_000)
            .getRegionServer()
            .getServerName();
    try (TestTable table = filled()) {
      List<String> buckets = encoded(table, 0, 2, 5);
      cluster.utility().waitFor(30_000, 20, () -> table.haveMoved(buckets, extra));
      table.put(List.of("row200"));
      assertThat(hbck.scheduleServerCrashProcedures(List.of(extra))).hasSize(1);
      cluster.utility().waitFor(60_000, 50, () -> !admin.getRegionServers().contains(extra));
      cluster.utility().waitUntilNoRegionsInTransition(60_000);
      assertHas(table, Stream.concat(ROWS.stream(), Stream.of("row200")).toList());
    }
  }

  /** HBase fills a hole by one empty region; the files of the lost ones are loaded into it. */
  @Test
  void bucketsThatMetaHasLostAreMadeAgainAsOneRegionAndTheirFilesAreLoaded() throws Exception {
    try (TestTable table = filled()) {
      admin.flush(table.name());
      List<RegionInfo> lost = regions(table).subList(1, 3);
      List<String> encoded = encoded(table, 1, 2);
      unassign(encoded);
      for (RegionInfo region : lost) {
        MetaTableAccessor.deleteRegionInfo(cluster.connection(), region);
        master.getAssignmentManager().getRegionStates().deleteRegion(region);
      }
      master.getCatalogJanitor().scan();
      assertThat(master.getCatalogJanitor().getLastReport().getHoles()).hasSize(1);
      hbck.fixMeta();
      cluster.utility().waitFor(30_000, 50, () -> regions(table).size() == 5);
      cluster.utility().waitUntilNoRegionsInTransition();
      assertThat(table.scan(new Scan())).isNotEmpty().hasSizeLessThan(ROWS.size());
      BulkLoadHFiles loader = BulkLoadHFiles.create(cluster.configuration());
      for (String region : encoded) {
        loader.bulkLoad(table.name(), family(table, region).getParent());
      }
      assertHas(table, ROWS);
      admin.split(table.name(), new byte[] {2});
      cluster.utility().waitFor(30_000, 50, () -> regions(table).size() == 6);
      cluster.utility().waitUntilNoRegionsInTransition();
      assertHas(table, ROWS);
    }
  }

  /** HBase's repairs call no observer of the master, so nothing can be refused there. */
  @Test
  void aTableThatHbckEnablesWithoutItsObserverIsReportedByTheDoctor() throws Exception {
    try (TestTable table = filled()) {
      admin.disableTable(table.name());
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table.name()))
              .removeValue("coprocessor$1")
              .build());
      hbck.setTableStateInMeta(new TableState(table.name(), TableState.State.ENABLED));
      List<String> all = regions(table).stream().map(RegionInfo::getEncodedName).toList();
      assign(all);
      assertThat(ClusterSurvey.of(cluster.connection()).findings())
          .asString()
          .contains("table '" + table.name() + "' has no attribute of the observer");
      table.put(List.of("natural"));
      assertThat(table.store().keys()).contains("natural");
    }
  }
}
