package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexLookup;
import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedHdfsCluster;
import io.halite.it.cluster.TableStore;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.CopyTable;
import org.apache.hadoop.hbase.mapreduce.Export;
import org.apache.hadoop.hbase.mapreduce.Import;
import org.apache.hadoop.hbase.snapshot.ExportSnapshot;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HBase's tools that move files of salted tables: loads, snapshots, and what empties regions. */
@Tag("wide")
@ExtendWith(SharedHdfsCluster.class)
@Timeout(180)
class FileToolsIT {
  private static final String SEVEN = "key=row:*,salt=hash(*) % 7";
  private static final String ORDERS =
      "key=shop:4 order:6,salt=hash(shop) % 4,index=byBuyer(f:buyer)";
  private static final byte[] BUYER = Bytes.toBytes("buyer");
  private static final int ROWS = 300;

  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;
  private final Admin admin;

  FileToolsIT(EmbeddedCluster cluster, @TempDir Path directory) throws Exception {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
    this.admin = cluster.connection().getAdmin();
  }

  private TestTable plain() throws Exception {
    return TestTable.numbered("files").create(cluster);
  }

  private TestTable salted(String spec) throws Exception {
    return TestTable.numbered("files")
        .salted(spec)
        .value("halite.spec", spec)
        .splitBuckets()
        .create(cluster);
  }

  private static TestTable filled(TestTable table) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (String row : rows()) {
      puts.add(new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(row)));
    }
    table.table().put(puts);
    return table;
  }

  private static List<String> rows() {
    TreeSet<String> rows = new TreeSet<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add("row" + i);
    }
    return List.copyOf(rows);
  }

  private static String name(TestTable table) {
    return table.name().getNameAsString();
  }

  private static TreeSet<String> stored(String spec) {
    return rows().stream()
        .map(row -> SaltingSpec.parse(spec).salt().salt(Bytes.toBytes(row)))
        .map(Bytes::toStringBinary)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A configuration whose temporary files lie where region servers find them, and few repeats. */
  private Configuration onCluster() throws Exception {
    Configuration conf = jobs.configuration();
    conf.set("fs.defaultFS", cluster.configuration().get("fs.defaultFS"));
    conf.set("hbase.fs.tmp.dir", cluster.unusedPath().toString());
    conf.setInt("hbase.client.retries.number", 2);
    return conf;
  }

  @Test
  void copyTableLoadsNaturalRowsIntoAPlainTable() throws Exception {
    try (TestTable from = filled(salted(FOUR_BUCKETS));
        TestTable to = plain()) {
      assertThat(
              ToolRunner.run(
                  onCluster(),
                  new CopyTable(),
                  new String[] {"--bulkload", "--new.name=" + name(to), name(from)}))
          .isZero();
      assertThat(to.scan(new Scan())).isEqualTo(rows());
    }
  }

  @Test
  void copyTableIsRefusedToLoadIntoASaltedTable() throws Exception {
    try (TestTable from = filled(plain());
        TestTable to = salted(FOUR_BUCKETS)) {
      String[] arguments = {"--bulkload", "--new.name=" + name(to), name(from)};
      assertThatThrownBy(() -> ToolRunner.run(onCluster(), new CopyTable(), arguments))
          .hasStackTraceContaining("is not a stored key")
          .hasStackTraceContaining("io.halite.client.mapreduce.SaltedBulkLoad");
      assertThat(to.store().keys()).isEmpty();
    }
  }

  @Test
  void theFilesOfAnImportAreLoadedUnderTheSaltOfTheTarget() throws Exception {
    try (TestTable from = filled(salted(FOUR_BUCKETS));
        TestTable to = salted(SEVEN)) {
      String exported = jobs.output();
      String files = cluster.unusedPath().toString();
      assertThat(jobs.run(new Export(), name(from), exported)).isZero();
      assertThat(jobs.run(new Import(), "-Dimport.bulk.output=" + files, name(to), exported))
          .isZero();
      String made = cluster.unusedPath().toString();
      assertThat(jobs.run(new SaltedBulkLoad(), files, name(to), made)).isZero();
      assertThat(to.scan(new Scan())).isEqualTo(rows());
      assertThat(to.store().keys()).isEqualTo(stored(SEVEN));
    }
  }

  private int exportSnapshot(String... arguments) throws Exception {
    return ToolRunner.run(onCluster(), new ExportSnapshot(), arguments);
  }

  @Test
  void anExportedSnapshotComesBackAsTheSameTable() throws Exception {
    String away = cluster.unusedPath().toString();
    String home = CommonFSUtils.getRootDir(cluster.configuration()).toString();
    String taken = "exported-" + System.nanoTime();
    try (TestTable from = filled(salted(FOUR_BUCKETS))) {
      admin.snapshot(taken, from.name());
      assertThat(exportSnapshot("-snapshot", taken, "-copy-to", away)).isZero();
      admin.deleteSnapshot(taken);
    }
    String[] back = {"-snapshot", taken, "-copy-from", away, "-copy-to", home};
    assertThat(exportSnapshot(back)).isZero();
    TableName name = TableName.valueOf("came-back");
    admin.cloneSnapshot(taken, name);
    try (Table to = cluster.connection().getTable(name)) {
      assertThat(TestTable.scan(to, new Scan())).isEqualTo(rows());
      assertThat(new TableStore(cluster, name).keys()).isEqualTo(stored(FOUR_BUCKETS));
      assertThat(to.getDescriptor().getValue("halite.spec")).isEqualTo(FOUR_BUCKETS);
      assertThat(to.getDescriptor().getValue("coprocessor$1")).endsWith("||" + FOUR_BUCKETS);
    } finally {
      TestTable.drop(admin, name);
      admin.deleteSnapshot(taken);
    }
  }

  private static Put order(String row, String buyer) {
    return new Put(Bytes.toBytes(row)).addColumn(F, BUYER, Bytes.toBytes(buyer));
  }

  private static List<String> of(IndexLookup lookup, String buyer) throws Exception {
    return lookup.find(new Get(Bytes.toBytes(buyer)), 9).stream()
        .map(row -> Bytes.toString(row.getRow()))
        .toList();
  }

  @Test
  void aRestoredTableIsIndexedAgainWhenItsIndexIsRestoredOrFilled() throws Exception {
    try (TestTable table =
        TestTable.numbered("orders").salted(ORDERS).value("halite.spec", ORDERS).create(cluster)) {
      IndexLookup lookup = IndexLookup.of(cluster.connection(), table.name(), "byBuyer");
      TableName entries = IndexTable.name(table.name(), SaltingSpec.parse(ORDERS).indexes().get(0));
      table.table().put(List.of(order("SHOP000001", "ann"), order("SHOP000002", "ann")));
      String rows = name(table) + "-rows";
      String index = name(table) + "-index";
      admin.snapshot(rows, table.name());
      admin.snapshot(index, entries);
      table.table().delete(new Delete(Bytes.toBytes("SHOP000001")));
      table.table().put(order("SHOP000003", "ann"));
      assertThat(of(lookup, "ann")).containsExactly("SHOP000002", "SHOP000003");

      restore(table.name(), rows);
      assertThat(of(lookup, "ann"))
          .as("an entry of a row that is gone shows nothing")
          .containsExactly("SHOP000001", "SHOP000002");
      assertThat(table.table().getDescriptor().getValue("halite.spec")).isEqualTo(ORDERS);

      admin.disableTable(entries);
      admin.truncateTable(entries, true);
      assertThat(of(lookup, "ann")).isEmpty();
      restore(entries, index);
      assertThat(of(lookup, "ann")).containsExactly("SHOP000001", "SHOP000002");

      admin.disableTable(entries);
      admin.truncateTable(entries, true);
      lookup.fill().run(so -> {});
      assertThat(of(lookup, "ann")).containsExactly("SHOP000001", "SHOP000002");
      admin.deleteSnapshot(rows);
      admin.deleteSnapshot(index);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTruncatedTableFindsNothingByItsIndexButItsNewRows(Truncation truncation) throws Exception {
    try (TestTable table =
        TestTable.numbered("orders").salted(ORDERS).splitBuckets().create(cluster)) {
      IndexLookup lookup = IndexLookup.of(cluster.connection(), table.name(), "byBuyer");
      table.table().put(List.of(order("SHOP000001", "ann"), order("SHOP000002", "ann")));
      assertThat(of(lookup, "ann")).hasSize(2);
      truncation.run(admin, table.name());
      assertThat(of(lookup, "ann")).isEmpty();
      assertThat(table.scan(new Scan())).isEmpty();
      assertThat(admin.getRegions(table.name())).hasSize(truncation == Truncation.TRUNCATE ? 1 : 4);
      table.table().put(order("SHOP000003", "ann"));
      assertThat(of(lookup, "ann")).containsExactly("SHOP000003");
    }
  }

  /** The three commands of the shell that empty a table. */
  enum Truncation {
    TRUNCATE,
    TRUNCATE_PRESERVE,
    TRUNCATE_REGION;

    void run(Admin admin, TableName table) throws Exception {
      if (this == TRUNCATE_REGION) {
        for (RegionInfo region : admin.getRegions(table)) {
          admin.truncateRegion(region.getRegionName());
        }
      } else {
        admin.disableTable(table);
        admin.truncateTable(table, this == TRUNCATE_PRESERVE);
      }
    }
  }

  private void restore(TableName table, String snapshot) throws Exception {
    admin.disableTable(table);
    admin.restoreSnapshot(snapshot);
    admin.enableTable(table);
  }

  @Test
  void aTruncatedRegionLosesTheRowsThatItStoresAndNoOthers() throws Exception {
    try (TestTable table =
        filled(
            TestTable.numbered("files")
                .salted(FOUR_BUCKETS)
                .splitBuckets()
                .splits("r")
                .create(cluster))) {
      List<RegionInfo> regions = admin.getRegions(table.name());
      RegionInfo gateway = regions.get(regions.size() - 1);
      assertThat(gateway.getStartKey()).isEqualTo(Bytes.toBytes("r"));
      admin.truncateRegion(gateway.getRegionName());
      assertThat(table.scan(new Scan())).as("a gateway stores nothing").isEqualTo(rows());
      assertThat(regions.get(2).getStartKey()).isEqualTo(new byte[] {2});
      admin.truncateRegion(regions.get(2).getRegionName());
      List<String> left =
          rows().stream()
              .filter(
                  row -> SaltingSpec.parse(FOUR_BUCKETS).salt().salt(Bytes.toBytes(row))[0] != 2)
              .toList();
      assertThat(left).hasSizeLessThan(ROWS);
      assertThat(table.scan(new Scan())).isEqualTo(left);
    }
  }
}
