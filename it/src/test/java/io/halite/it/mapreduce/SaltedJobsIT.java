package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.SaltedTableInputFormat;
import io.halite.client.mapreduce.SaltedTableJobs;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.CopyTable;
import org.apache.hadoop.hbase.mapreduce.Export;
import org.apache.hadoop.hbase.mapreduce.RowCounter;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs over the splits of a salted table: one of a user's own, and HBase's tools. */
@ExtendWith(SharedCluster.class)
class SaltedJobsIT {
  private final EmbeddedCluster cluster;

  SaltedJobsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable table() throws Exception {
    return filled(TestTable.numbered("jobs").salted(TestTable.FOUR_BUCKETS).splitBuckets());
  }

  private TestTable filled(TablePlan plan) throws Exception {
    TestTable table = plan.create(cluster);
    table.put(rows());
    return table;
  }

  private static List<String> rows() {
    return IntStream.range(0, 500).mapToObj("row%03d"::formatted).toList();
  }

  private static List<String> hexRows() {
    return rows().stream().map(row -> HexFormat.of().formatHex(Bytes.toBytes(row))).toList();
  }

  private static Set<String> entriesOf(String[] jars) throws Exception {
    Set<String> entries = new HashSet<>();
    for (String jar : jars) {
      try (JarFile file = new JarFile(Path.of(URI.create(jar)).toFile())) {
        file.stream().forEach(entry -> entries.add(entry.getName()));
      }
    }
    return entries;
  }

  @Test
  void aJobSetUpInOneLineIsGivenEachNaturalRowOnce(@TempDir Path directory) throws Exception {
    try (TestTable table = table()) {
      LocalJob local = new LocalJob(cluster, directory, "one line");
      SaltedTableJobs.initTableMapperJob(
          table.name(), new Scan(), KeyMapper.class, Text.class, NullWritable.class, local.job());
      assertThat(entriesOf(local.job().getConfiguration().getStrings("tmpjars")))
          .contains(
              "io/halite/keys/SaltingSpec.class",
              "io/halite/filters/segment/SegmentFilter.class",
              "io/halite/client/mapreduce/SaltedTableInputFormat.class");
      // The local runner would copy all of them.
      local.job().getConfiguration().unset("tmpjars");
      assertThat(local.keys()).containsExactlyInAnyOrderElementsOf(hexRows());
      assertThat(
              local.job().getCounters().findCounter("HBaseCounters", "REGIONS_SCANNED").getValue())
          .isEqualTo(4);
    }
  }

  /** The counters are those of the servers, which send none of the other rows. */
  @Test
  void theFilterOfAJobIsJudgedAtTheOwners(@TempDir Path directory) throws Exception {
    try (TestTable table = table()) {
      Scan scan =
          new Scan().setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("77")));
      List<String> passed = rows().stream().filter(row -> row.contains("77")).toList();
      LocalJob local = new LocalJob(cluster, directory, "filtered");
      SaltedTableJobs.initTableMapperJob(
          table.name(), scan, KeyMapper.class, Text.class, NullWritable.class, local.job());
      local.job().getConfiguration().unset("tmpjars");
      Map<String, Long> before = table.store().reads();
      assertThat(local.keys())
          .containsExactlyInAnyOrderElementsOf(
              passed.stream().map(row -> HexFormat.of().formatHex(Bytes.toBytes(row))).toList());
      assertThat(counter(local.job(), "ROWS_FILTERED")).isEqualTo(rows().size() - passed.size());
      assertThat(counter(local.job(), "ROWS_SCANNED")).isEqualTo(rows().size());
      assertThat(counter(local.job(), "REGIONS_SCANNED")).isEqualTo(4);
      assertThat(table.store().readSince(before)).as("regions that read rows").hasSize(4);
    }
  }

  private static long counter(Job job, String name) throws Exception {
    return job.getCounters().findCounter("HBaseCounters", name).getValue();
  }

  @Test
  void aJobOfTableMapReduceUtilNeedsOneLineOfConfiguration(@TempDir Path directory)
      throws Exception {
    try (TestTable table = table()) {
      LocalJob local = new LocalJob(cluster, directory, "one setting");
      local
          .job()
          .getConfiguration()
          .set(TableMapReduceUtil.TABLE_INPUT_CLASS_KEY, SaltedTableInputFormat.class.getName());
      TableMapReduceUtil.initTableMapperJob(
          table.name(), new Scan(), KeyMapper.class, Text.class, NullWritable.class, local.job());
      local.job().getConfiguration().unset("tmpjars");
      assertThat(local.job().getInputFormatClass()).isEqualTo(SaltedTableInputFormat.class);
      assertThat(local.keys()).containsExactlyInAnyOrderElementsOf(hexRows());
    }
  }

  private Configuration tools(Path directory) throws Exception {
    Configuration conf = new LocalJobs(cluster, directory).configuration();
    conf.set(TableMapReduceUtil.TABLE_INPUT_CLASS_KEY, SaltedTableInputFormat.class.getName());
    return conf;
  }

  @Test
  void hbasesToolsReadWhereTheRowsLie(@TempDir Path directory) throws Exception {
    requireRowsOfTools(TestTable.numbered("jobs").salted(TestTable.FOUR_BUCKETS), 4, directory);
  }

  /**
   * The first rows of a random salt's table are in a range of the gateways of all buckets, and the
   * others in five ranges of one gateway.
   */
  @Tag("wide")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key=row:*,salt=md5(*)[0:4]  | 3",
        "key=row:6,salt=reverse(row) | 3",
        "key=row:*,salt=random % 4   | 11"
      })
  void hbasesToolsReadWhereTheRowsLieUnderOtherSalts(
      String spec, int regions, @TempDir Path directory) throws Exception {
    requireRowsOfTools(
        TestTable.numbered("jobs").salted(spec).splits("4", "8"), regions, directory);
  }

  private static int tasks(Job job) {
    return job.getConfiguration().getInt("mapreduce.job.maps", 0);
  }

  /** The keys in the files of an export, each of which is also that of its row. */
  private static List<String> exported(Configuration conf, Path directory) throws Exception {
    List<String> keys = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "part-*")) {
      for (Path file : files) {
        var path = new org.apache.hadoop.fs.Path(file.toUri());
        try (var reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(path))) {
          for (Object key = reader.next((Object) null);
              key != null;
              key = reader.next((Object) null)) {
            keys.add(Bytes.toString(((ImmutableBytesWritable) key).copyBytes()));
            Result row = (Result) reader.getCurrentValue((Object) null);
            assertThat(Bytes.toString(row.getRow())).isEqualTo(keys.get(keys.size() - 1));
          }
        }
      }
    }
    return keys;
  }

  private void requireRowsOfTools(TablePlan plan, int regions, Path directory) throws Exception {
    try (TestTable table = filled(plan.splitBuckets());
        TestTable copy = TestTable.numbered("copies").create(cluster)) {
      Job count =
          RowCounter.createSubmittableJob(
              tools(directory), new String[] {table.name().getNameAsString()});
      assertThat(count.getInputFormatClass()).isEqualTo(SaltedTableInputFormat.class);
      count.getConfiguration().unset("tmpjars");
      assertThat(count.waitForCompletion(false)).isTrue();
      assertThat(LocalJobs.rowsCounted(count)).isEqualTo(500);

      Job export =
          Export.createSubmittableJob(
              tools(directory),
              new String[] {
                table.name().getNameAsString(), directory.resolve("export").toUri().toString()
              });
      assertThat(export.getInputFormatClass()).isEqualTo(SaltedTableInputFormat.class);
      export.getConfiguration().unset("tmpjars");
      assertThat(export.waitForCompletion(false)).isTrue();
      assertThat(counter(export, "REGIONS_SCANNED")).isEqualTo(regions);
      assertThat(exported(export.getConfiguration(), directory.resolve("export")))
          .containsExactlyInAnyOrderElementsOf(rows());

      CopyTable copying = new CopyTable();
      copying.setConf(tools(directory));
      Job copied =
          copying.createSubmittableJob(
              new String[] {
                "--new.name=" + copy.name().getNameAsString(), table.name().getNameAsString()
              });
      copied.getConfiguration().unset("tmpjars");
      assertThat(copied.waitForCompletion(false)).isTrue();
      assertThat(tasks(copied)).isEqualTo(tasks(export)).isGreaterThan(1);
      assertThat(copy.scan(new Scan())).isEqualTo(rows());
    }
  }
}
