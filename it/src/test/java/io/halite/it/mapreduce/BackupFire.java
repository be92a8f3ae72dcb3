package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TableStore;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.backup.BackupObserver;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hbase backup} of salted tables, full and incremental, and {@code hbase restore}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class BackupFire {
  private static final String SEVEN = "key=row:*,salt=hash(*) % 7";
  private static final String ORDERS =
      "key=shop:4 order:6,salt=hash(shop) % 4,index=byBuyer(f:buyer)";

  private EmbeddedCluster cluster;
  private Admin admin;
  private Backups backups;
  private Backups overPlugIn;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    cluster =
        EmbeddedCluster.start(
            2,
            site -> {
              site.set(
                  "hbase.coprocessor.master.classes",
                  "io.halite.coprocessor.master.SaltingMasterObserver");
              Backups.turnOn(site);
            });
    admin = cluster.connection().getAdmin();
    backups = Backups.of(cluster, directory);
    overPlugIn = backups.overPlugIn();
  }

  @AfterAll
  void end() throws Exception {
    cluster.close();
  }

  private TestTable salted(String spec) throws Exception {
    return TestTable.numbered("backed").salted(spec).splitBuckets().create(cluster);
  }

  /** Has HBase's BackupObserver run before or behind Halite's observer in regions that open now. */
  private void observeBackups(String priority) {
    for (RegionServerThread each :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      each.getRegionServer()
          .getConfiguration()
          .set("hbase.coprocessor.region.classes", BackupObserver.class.getName() + priority);
    }
  }

  private static void put(TestTable table, String prefix, int count) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] row = Bytes.toBytes(prefix + i);
      puts.add(new Put(row).addColumn(F, Q, row));
    }
    table.table().put(puts);
  }

  private void assertHas(TableName name, List<String> rows, String spec) throws Exception {
    try (Table table = cluster.connection().getTable(name)) {
      assertThat(TestTable.scan(table, new Scan())).isEqualTo(rows);
    }
    assertThat(new TableStore(cluster, name).keys())
        .isEqualTo(
            rows.stream()
                .map(row -> SaltingSpec.parse(spec).salt().salt(Bytes.toBytes(row)))
                .map(Bytes::toStringBinary)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void aTableComesBackAsItWasAtEachBackup() throws Exception {
    try (TestTable table = salted(FOUR_BUCKETS);
        TestTable copy = salted(FOUR_BUCKETS)) {
      put(table, "row", 300);
      String full = backups.create("full", table.name());
      List<String> first = table.scan(new Scan());
      put(table, "new", 100);
      table.table().delete(new Delete(Bytes.toBytes("row7")));
      String second = backups.create("incremental", table.name());
      put(table, "later", 20);
      String third = backups.create("incremental", table.name());
      List<String> last = table.scan(new Scan());
      assertThat(last).hasSize(419);
      put(table, "lost", 20);

      assertThat(backups.restore(third, table.name(), table.name(), "-o")).isZero();
      assertHas(table.name(), last, FOUR_BUCKETS);
      assertThat(backups.restore(full, table.name(), copy.name(), "-o")).isZero();
      assertHas(copy.name(), first, FOUR_BUCKETS);
      backups.merge(second, third);
      assertThat(backups.restore(third, table.name(), copy.name(), "-o")).isZero();
      assertHas(copy.name(), last, FOUR_BUCKETS);
    }
  }

  /** HBase's tool would split the new table at the first rows of files, between the buckets. */
  @Test
  void aBackupDoesNotCreateATableWhoseBucketsShareRegions() throws Exception {
    TableName missing = TableName.valueOf("missing");
    try (TestTable table = salted(FOUR_BUCKETS)) {
      put(table, "row", 50);
      String full = overPlugIn.create("full", table.name());
      assertThat(overPlugIn.restore(full, table.name(), missing)).isNotZero();
      assertThat(admin.tableExists(missing)).isFalse();
      try (TestTable target = salted(FOUR_BUCKETS)) {
        assertThat(overPlugIn.restore(full, table.name(), target.name(), "-o")).isZero();
        assertHas(target.name(), table.scan(new Scan()), FOUR_BUCKETS);
      }
    }
  }

  @Test
  void aBackupIsNotRestoredIntoASaltedTableThatStoresOtherKeys() throws Exception {
    try (TestTable table = salted(FOUR_BUCKETS);
        TestTable plain = TestTable.numbered("plain").create(cluster);
        TestTable other = salted(SEVEN)) {
      put(table, "row", 50);
      put(plain, "row", 50);
      String full = backups.create("full", table.name(), plain.name());
      assertThat(backups.restore(full, table.name(), other.name(), "-o")).isNotZero();
      assertThat(other.store().keys()).isEmpty();
      assertThat(backups.restore(full, plain.name(), other.name(), "-o")).isNotZero();
      assertThat(other.store().keys()).isEmpty();
      assertThat(backups.restore(full, table.name(), plain.name(), "-o")).isZero();
      assertThat(plain.store().keys())
          .as("HBase's tool loads stored keys into a plain table")
          .isEqualTo(table.store().keys());
    }
  }

  private static List<KeyValue> cells(String prefix, UnaryOperator<byte[]> stored) {
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      byte[] row = Bytes.toBytes(prefix + i);
      cells.add(new KeyValue(stored.apply(row), F, Q, 1, row));
    }
    return cells;
  }

  private void loadStored(TestTable table) throws Exception {
    SaltingSpec spec = SaltingSpec.parse(FOUR_BUCKETS);
    NaturalFiles.in(cluster).with(cells("stored", spec.salt()::salt)).loadAsTheyAre(table.name());
  }

  private void loadNatural(TestTable table) throws Exception {
    NaturalFiles natural = NaturalFiles.in(cluster).with(cells("natural", row -> row));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    String name = table.name().getNameAsString();
    assertThat(backups.run(new SaltedBulkLoad(nowhere), natural.directory().toString(), name))
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({"'', false", "|1073741900, true"})
  void filesThatWereLoadedSinceTheLastBackupAreInTheNextOne(String priority, boolean plugIn)
      throws Exception {
    Backups tool = plugIn ? overPlugIn : backups;
    observeBackups(priority);
    try (TestTable table = salted(FOUR_BUCKETS);
        TestTable copy = salted(FOUR_BUCKETS)) {
      assertThat(table.store().regions().get(0).getCoprocessorHost().getCoprocessors())
          .containsExactlyInAnyOrder("BackupObserver", "SaltingObserver");
      put(table, "row", 20);
      tool.create("full", table.name());
      loadStored(table);
      loadNatural(table);
      table.table().delete(new Delete(Bytes.toBytes("natural7")));
      List<String> rows = table.scan(new Scan());
      assertThat(rows).hasSize(139);
      String increment = tool.create("incremental", table.name());

      assertThat(tool.restore(increment, table.name(), copy.name(), "-o")).isZero();
      assertHas(copy.name(), rows, FOUR_BUCKETS);
    }
  }

  @Test
  void anIndexedTableComesBackWithoutItsIndexWhichIsFilledThen() throws Exception {
    try (TestTable table =
        TestTable.numbered("orders").salted(ORDERS).splitBuckets().create(cluster)) {
      table.table().put(List.of(order("SHOP000001"), order("SHOP000002")));
      String full = backups.create("full", table.name());
      table.table().put(order("SHOP000003"));
      String increment = overPlugIn.create("incremental", table.name());
      table.table().put(order("SHOP000004"));
      assertThat(backups.restore(full, table.name(), table.name(), "-o"))
          .as("files are not loaded into an indexed table")
          .isNotZero();

      admin.disableTable(table.name());
      table.alter(ORDERS.substring(0, ORDERS.indexOf(",index=")));
      admin.enableTable(table.name());
      assertThat(overPlugIn.restore(increment, table.name(), table.name(), "-o")).isZero();
      admin.disableTable(table.name());
      table.alter(ORDERS);
      // With writers the truncation would take the entry of a row that is on its way.
      admin.disableTable(table.indexTables().get(0));
      admin.truncateTable(table.indexTables().get(0), true);
      admin.enableTable(table.name());
      IndexLookup lookup = IndexLookup.of(cluster.connection(), table.name(), "byBuyer");
      lookup.fill().run(so -> {});
      assertThat(lookup.find(new Get(Bytes.toBytes("ann")), 9))
          .extracting(row -> Bytes.toString(row.getRow()))
          .containsExactly("SHOP000001", "SHOP000002", "SHOP000003");
    }
  }

  private static Put order(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Bytes.toBytes("buyer"), Bytes.toBytes("ann"));
  }
}
