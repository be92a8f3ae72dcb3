package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedSnapshotInputFormat;
import io.halite.client.mapreduce.SaltedTableJobs;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.NaturalResults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.ClientSideRegionScanner;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.snapshot.RestoreSnapshotHelper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.RegionSplitter;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job over a snapshot of a salted table is given the rows that a scan of the table returns. */
@ExtendWith(SharedCluster.class)
class SaltedSnapshotInputFormatIT {
  private static final String LAYOUT = "key=user:2:digits order:2:digits,salt=";

  private final EmbeddedCluster cluster;

  SaltedSnapshotInputFormatIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable table(String salt) throws Exception {
    TestTable table =
        TestTable.numbered("snapshots")
            .salted(LAYOUT + salt)
            .value("halite.spec", LAYOUT + salt)
            .splits(new byte[][] {{1}, {2}, {'3'}, {'7'}})
            .create(cluster);
    table.put(rows());
    return table;
  }

  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i += 37) {
      rows.add("%04d".formatted(i));
    }
    return rows;
  }

  private static List<String> hex(List<String> rows) {
    return rows.stream().map(row -> HexFormat.of().formatHex(Bytes.toBytes(row))).toList();
  }

  private LocalJob job(String snapshot, Scan scan, Path directory) throws Exception {
    LocalJob local = new LocalJob(cluster, directory, snapshot);
    SaltedTableJobs.initSnapshotMapperJob(
        snapshot,
        scan,
        KeyMapper.class,
        Text.class,
        NullWritable.class,
        local.job(),
        false,
        restored(snapshot));
    return local;
  }

  private org.apache.hadoop.fs.Path restored(String snapshot) throws Exception {
    return new org.apache.hadoop.fs.Path(
        CommonFSUtils.getRootDir(cluster.configuration()).getParent(), "restored-" + snapshot);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hash(*) % 4",
        "md5(user)[0:4]",
        "reverse(user)",
        "reverse(user order)",
        "hash(*) % 10 digits"
      })
  void eachRowOfTheScanIsReadOnce(String salt, @TempDir Path directory) throws Exception {
    requireRowsOfSnapshot(salt, directory);
  }

  @Tag("wide")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hash(user) % 4",
        "hash(user) spread(order % 2) % 4",
        "md5(user)[0:1]",
        "hash(user) % 4,index=byOrder(order)"
      })
  void eachRowOfTheScanIsReadOnceUnderOtherSpecs(String salt, @TempDir Path directory)
      throws Exception {
    requireRowsOfSnapshot(salt, directory);
  }

  private void requireRowsOfSnapshot(String salt, Path directory) throws Exception {
    try (TestTable table = table(salt)) {
      String snapshot = table.name() + "-snapshot";
      table.admin().snapshot(snapshot, table.name());
      Scan part = new Scan().withStartRow(Bytes.toBytes("15")).withStopRow(Bytes.toBytes("77"));
      List<Scan> scans =
          List.of(
              new Scan(),
              new Scan(part)
                  .setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("7"))),
              new Scan().setAttribute("halite.where", Bytes.toBytes("user in (11, 42, 77)")));
      for (int i = 0; i < scans.size(); i++) {
        Scan scan = scans.get(i);
        assertThat(job(snapshot, scan, directory.resolve("job" + i)).keys())
            .as("%s", scan)
            .containsExactlyInAnyOrderElementsOf(hex(table.scan(scan)));
      }
      table.admin().deleteSnapshot(snapshot);
    }
  }

  @Test
  void aFilterThatEndsOneBucketLeavesTheOthersOfItsRegion(@TempDir Path directory)
      throws Exception {
    try (TestTable table =
        TestTable.numbered("snapshots").salted(LAYOUT + "hash(*) % 4").create(cluster)) {
      table.put(rows());
      String snapshot = table.name() + "-snapshot";
      table.admin().snapshot(snapshot, table.name());
      for (int i = 0; i < EndingFilters.scans().size(); i++) {
        Scan scan = EndingFilters.scans().get(i);
        assertThat(job(snapshot, scan, directory.resolve("job" + i)).keys())
            .as("%s", scan)
            .isNotEmpty()
            .containsExactlyInAnyOrderElementsOf(hex(table.scan(scan)));
      }
      table.admin().deleteSnapshot(snapshot);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "md5(user)[0:4]"})
  void theLimitOfASplitCountsTheRowsThatPassTheFilterInAllItsBuckets(
      String salt, @TempDir Path directory) throws Exception {
    try (TestTable table = TestTable.numbered("snapshots").salted(LAYOUT + salt).create(cluster)) {
      table.put(rows());
      String snapshot = table.name() + "-snapshot";
      table.admin().snapshot(snapshot, table.name());
      Scan scan =
          new Scan().setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("77")));
      LocalJob limited = job(snapshot, scan, directory);
      limited
          .job()
          .getConfiguration()
          .setInt("hbase.TableSnapshotInputFormat.row.limit.per.inputsplit", 3);
      assertThat(limited.keys()).hasSize(3).isSubsetOf(hex(table.scan(scan)));
      assertThat(
              limited.job().getCounters().findCounter("HBaseCounters", "ROWS_SCANNED").getValue())
          .isPositive();
      table.admin().deleteSnapshot(snapshot);
    }
  }

  /** The algorithm by which HBase cuts a region ends behind the eight bytes FF. */
  @Test
  void aRegionThatIsCutLosesNoRowAtItsOpenEnds(@TempDir Path directory) throws Exception {
    String spec = "key=row:*,salt=hash(*) % 256";
    try (TestTable table = TestTable.numbered("snapshots").salted(spec).create(cluster)) {
      Salt salt = SaltingSpec.parse(spec).salt();
      List<Put> puts = new ArrayList<>();
      List<String> keys = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        byte[] row = Bytes.add(Bytes.fromHex("ffffffffffffffff"), Bytes.toBytes(i));
        puts.add(new Put(row).addColumn(TestTable.F, TestTable.Q, row));
        keys.add(HexFormat.of().formatHex(row));
      }
      assertThat(puts).anyMatch(put -> salt.salt(put.getRow())[0] == (byte) 0xFF);
      table.table().put(puts);
      String snapshot = table.name() + "-snapshot";
      table.admin().snapshot(snapshot, table.name());
      LocalJob local = new LocalJob(cluster, directory, snapshot);
      SaltedTableJobs.initSnapshotMapperJob(
          snapshot,
          new Scan(),
          KeyMapper.class,
          Text.class,
          NullWritable.class,
          local.job(),
          false,
          restored(snapshot),
          new RegionSplitter.UniformSplit(),
          3);
      assertThat(new SaltedSnapshotInputFormat().getSplits(local.job())).hasSize(3);
      assertThat(local.keys()).containsExactlyInAnyOrderElementsOf(keys);
      table.admin().deleteSnapshot(snapshot);
    }
  }

  @Test
  void aClientSideRegionScannerHasTheStoredRowsAndNaturalResultsTheirNaturalKeys()
      throws Exception {
    try (TestTable table = table("hash(*) % 4")) {
      String snapshot = table.name() + "-snapshot";
      table.admin().snapshot(snapshot, table.name());
      Configuration conf = cluster.configuration();
      var root = CommonFSUtils.getRootDir(conf);
      var restored = restored(snapshot);
      FileSystem files = root.getFileSystem(conf);
      var meta =
          RestoreSnapshotHelper.copySnapshotForScanner(conf, files, root, restored, snapshot);
      NaturalResults natural =
          new NaturalResults(
              SaltingSpec.parse(meta.getTableDescriptor().getValue("halite.spec")).salt());
      List<String> keys = new ArrayList<>();
      for (RegionInfo region : meta.getRegionsToAdd()) {
        try (ClientSideRegionScanner rows =
            new ClientSideRegionScanner(
                conf, files, restored, meta.getTableDescriptor(), region, new Scan(), null)) {
          for (Result stored = rows.next(); stored != null; stored = rows.next()) {
            keys.add(Bytes.toString(natural.of(stored).getRow()));
          }
        }
      }
      assertThat(keys).containsExactlyInAnyOrderElementsOf(rows());
      table.admin().deleteSnapshot(snapshot);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"random % 4", "random-suffix % 16"})
  void aSnapshotThatRegionsCannotAnswerIsRefused(String salt, @TempDir Path directory)
      throws Exception {
    try (TestTable table = table(salt)) {
      String snapshot = table.name() + "-snapshot";
      table.admin().snapshot(snapshot, table.name());
      assertThatThrownBy(() -> job(snapshot, new Scan(), directory).keys())
          .hasMessageContaining("the regions of a snapshot cannot answer this scan one by one")
          .hasMessageContaining("read the table with SaltedTableInputFormat")
          .hasMessageContaining(LAYOUT + salt);
      table.admin().deleteSnapshot(snapshot);
    }
  }
}
