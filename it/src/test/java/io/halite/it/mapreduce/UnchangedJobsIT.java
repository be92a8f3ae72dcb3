package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.JobLocator;
import io.halite.client.mapreduce.SaltedTableInputFormat;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.CopyTable;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.hbase.mapreduce.RowCounter;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableInputFormatBase;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of HBase's own classes alone, with the plug-in's line in their configuration. */
@ExtendWith(SharedCluster.class)
class UnchangedJobsIT {
  private static final String LAYOUT = "key=user:2:digits order:2:digits,salt=";

  /** Of buckets, of gateways, and of two regions in one bucket. */
  private static final byte[][] SPLITS = {{1}, {2}, {3}, {3, '5'}, {'3'}, {'7'}, {'a'}};

  private final EmbeddedCluster cluster;

  UnchangedJobsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static List<String> rows() {
    return IntStream.iterate(0, i -> i < 10_000, i -> i + 37).mapToObj("%04d"::formatted).toList();
  }

  private TestTable table(String salt) throws Exception {
    TestTable table =
        TestTable.numbered("unchanged").salted(LAYOUT + salt).splits(SPLITS).create(cluster);
    List<Put> puts =
        rows().stream()
            .map(Bytes::toBytes)
            .map(row -> new Put(row).addColumn(TestTable.F, null, row))
            .toList();
    table.table().put(puts);
    return table;
  }

  private UnchangedReads reads(TestTable table, Scan scan) throws Exception {
    return new UnchangedReads(cluster.configuration(), table.name(), scan);
  }

  private static Scan scan(String start, String stop) {
    return new Scan().withStartRow(Bytes.toBytes(start)).withStopRow(Bytes.toBytes(stop));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "md5(user)[0:4]"})
  void eachRowIsInOneSplitAndAtLeastHalfOfTheSplitsHaveRows(String salt) throws Exception {
    requireSplitsWithRows(salt);
  }

  @Tag("wide")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hash(user) % 4",
        "md5(user)[0:1]",
        "reverse(user)",
        "random % 4",
        "random-suffix % 16"
      })
  void eachRowIsInOneSplitAndAtLeastHalfOfTheSplitsHaveRowsUnderOtherSalts(String salt)
      throws Exception {
    requireSplitsWithRows(salt);
  }

  private void requireSplitsWithRows(String salt) throws Exception {
    try (TestTable table = table(salt)) {
      List<Scan> scans =
          List.of(
              new Scan(),
              scan("1500", "7733"),
              scan("4000", "4999"),
              scan("0000", "9999")
                  .setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("7"))));
      for (Scan scan : scans) {
        List<List<String>> splits = reads(table, scan).keys();
        List<String> all = splits.stream().flatMap(List::stream).toList();
        assertThat(all).as("%s in natural order", scan).isEqualTo(table.scan(scan));
        assertThat(splits).as("%s", scan).hasSizeBetween(4, SPLITS.length + 1);
        assertThat(splits.stream().filter(split -> !split.isEmpty()).count())
            .as("splits with rows of %s, of %s", scan, splits)
            .isGreaterThanOrEqualTo((splits.size() + 1) / 2);
        assertThat(splits).as("%s", scan).allMatch(split -> split.size() <= all.size() / 2);
      }
      assertThat(reads(table, new Scan()).splits())
          .as("of gateways that store nothing, too")
          .allMatch(split -> split.getLength() > 0);
      Scan few = new Scan().setFilter(new PrefixFilter(Bytes.toBytes("42")));
      assertThat(reads(table, few).keys().stream().flatMap(List::stream))
          .isEqualTo(table.scan(few));
    }
  }

  @Tag("wide")
  @Test
  void hbasesSettingsOfSplitsLoseNoRow() throws Exception {
    for (String salt : List.of("hash(*) % 4", "md5(user)[0:4]")) {
      try (TestTable table = table(salt)) {
        for (Map.Entry<String, String> setting :
            Map.of(
                    TableInputFormatBase.NUM_MAPPERS_PER_REGION, "3",
                    TableInputFormatBase.MAPREDUCE_INPUT_AUTOBALANCE, "true",
                    SaltedTableInputFormat.NATURAL_SPLITS_KEY, "40")
                .entrySet()) {
          UnchangedReads reads =
              reads(table, new Scan()).with(setting.getKey(), setting.getValue());
          assertThat(reads.keys().stream().flatMap(List::stream))
              .as("%s", setting)
              .isEqualTo(rows());
        }
      }
    }
  }

  @Test
  void withoutItsSettingOrItsTableAJobHasASplitOfEachRegion() throws Exception {
    try (TestTable table = table("hash(*) % 4");
        TestTable plain = TestTable.numbered("plain").splits("3", "6").create(cluster);
        TestTable empty =
            TestTable.numbered("empty")
                .salted(LAYOUT + "hash(*) % 4")
                .splits(SPLITS)
                .create(cluster)) {
      assertThat(starts(reads(table, new Scan()).with(JobLocator.SAMPLED_SPLITS_KEY, "false")))
          .isEqualTo(starts(table));
      assertThat(starts(reads(plain, new Scan()))).isEqualTo(starts(plain));
      assertThat(starts(reads(empty, new Scan()))).as("of no rows").containsExactly("");
    }
  }

  private static List<String> starts(UnchangedReads reads) throws Exception {
    return reads.splits().stream().map(TableSplit::getStartRow).map(Bytes::toStringBinary).toList();
  }

  private static List<String> starts(TestTable table) throws Exception {
    return table.admin().getRegions(table.name()).stream()
        .map(RegionInfo::getStartKey)
        .map(Bytes::toStringBinary)
        .toList();
  }

  private Configuration configuration(Path directory) throws Exception {
    return PlugIn.into(new LocalJobs(cluster, directory).configuration());
  }

  @Test
  void aJobOfTableMapReduceUtilHasSeveralTasksWithRows(@TempDir Path directory) throws Exception {
    try (TestTable table = table("hash(*) % 4")) {
      LocalJob local = new LocalJob(cluster, directory, "unchanged");
      PlugIn.into(local.job().getConfiguration());
      TableMapReduceUtil.initTableMapperJob(
          table.name(), new Scan(), KeyMapper.class, Text.class, NullWritable.class, local.job());
      local.job().getConfiguration().unset("tmpjars");
      assertThat(local.keys())
          .containsExactlyInAnyOrderElementsOf(
              rows().stream().map(row -> HexFormat.of().formatHex(Bytes.toBytes(row))).toList());
      try (Stream<Path> files = Files.list(directory.resolve("keys"))) {
        List<Path> parts =
            files.filter(file -> file.getFileName().toString().startsWith("part")).toList();
        List<Path> useful = new ArrayList<>();
        for (Path part : parts) {
          if (Files.size(part) > 0) {
            useful.add(part);
          }
        }
        assertThat(parts).hasSize(SPLITS.length + 1);
        assertThat(useful).hasSize(SPLITS.length + 1);
      }
    }
  }

  @Tag("wide")
  @Test
  void hbasesToolsCountAndCopyEachRowOnce(@TempDir Path directory) throws Exception {
    try (TestTable table = table("md5(user)[0:4]");
        TestTable copy = TestTable.numbered("copies").create(cluster)) {
      Job count =
          RowCounter.createSubmittableJob(
              configuration(directory), new String[] {table.name().getNameAsString()});
      count.getConfiguration().unset("tmpjars");
      assertThat(count.getInputFormatClass()).isEqualTo(TableInputFormat.class);
      assertThat(count.waitForCompletion(false)).isTrue();
      assertThat(LocalJobs.rowsCounted(count)).isEqualTo(rows().size());
      assertThat(
              ToolRunner.run(
                  configuration(directory),
                  new CopyTable(),
                  new String[] {
                    "--new.name=" + copy.name().getNameAsString(), table.name().getNameAsString()
                  }))
          .isZero();
      assertThat(copy.scan(new Scan())).isEqualTo(rows());
    }
  }

  /** In the very configuration of a job that reads the table. */
  @Test
  void toolsThatSortFilesForABulkLoadAreShownTheRealRegions(@TempDir Path directory)
      throws Exception {
    try (TestTable table = table("hash(*) % 4")) {
      Configuration conf = configuration(directory);
      conf.set(TableInputFormat.INPUT_TABLE, table.name().getNameAsString());
      try (Connection connection = ConnectionFactory.createConnection(conf);
          RegionLocator regions = connection.getRegionLocator(table.name())) {
        assertThat(regions).isInstanceOf(JobLocator.class);
        List<byte[]> starts =
            table.admin().getRegions(table.name()).stream().map(RegionInfo::getStartKey).toList();
        Pair<byte[][], byte[][]> keys = regions.getStartEndKeys();
        assertThat(keys.getFirst()).isDeepEqualTo(starts.toArray(byte[][]::new));
        assertThat(regions.getStartKeys()).isDeepEqualTo(starts.toArray(byte[][]::new));
        assertThat(regions.getEndKeys()).isDeepEqualTo(keys.getSecond());
        assertThat(regions.getAllRegionLocations()).hasSameSizeAs(starts);
        Job job = Job.getInstance(conf);
        job.setMapOutputKeyClass(ImmutableBytesWritable.class);
        job.setMapOutputValueClass(Put.class);
        HFileOutputFormat2.configureIncrementalLoad(job, table.table(), regions);
        assertThat(job.getNumReduceTasks()).as("one for each region").isEqualTo(starts.size());
      }
    }
  }
}
