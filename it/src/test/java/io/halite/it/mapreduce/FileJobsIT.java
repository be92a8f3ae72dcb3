package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedTableJobs;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of users that write files for a bulk load of a salted table. */
@ExtendWith(SharedCluster.class)
class FileJobsIT {
  private final EmbeddedCluster cluster;

  FileJobsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** A mapper of a user's own. */
  static final class Lines extends Mapper<LongWritable, Text, ImmutableBytesWritable, Put> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      byte[] row = line.copyBytes();
      context.write(new ImmutableBytesWritable(row), new Put(row).addColumn(F, Q, row));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {FOUR_BUCKETS, "key=row:*,salt=none"})
  void aJobSetUpInOneLineWritesFilesOfStoredKeys(String spec, @TempDir Path directory)
      throws Exception {
    Path input = directory.resolve("lines");
    List<String> lines = IntStream.range(0, 500).mapToObj(i -> "%04d".formatted(i * 7)).toList();
    Files.write(input, lines);
    try (TestTable table = TestTable.numbered("lines").salted(spec).splits("30").create(cluster);
        RegionLocator regions = cluster.connection().getRegionLocator(table.name())) {
      Job job = Job.getInstance(new LocalJobs(cluster, directory).configuration(), "lines");
      job.setMapperClass(Lines.class);
      job.setMapOutputValueClass(Put.class);
      FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(input.toUri()));
      org.apache.hadoop.fs.Path made = cluster.unusedPath();
      FileOutputFormat.setOutputPath(job, made);
      SaltedTableJobs.configureIncrementalLoad(job, table.table(), regions);
      job.getConfiguration().unset("tmpjars");
      assertThat(job.waitForCompletion(false)).isTrue();
      BulkLoadHFiles.create(cluster.configuration()).bulkLoad(table.name(), made);
      assertThat(table.scan(new Scan())).isEqualTo(lines);
      SaltingSpec salt = SaltingSpec.parse(spec);
      assertThat(table.store().keys())
          .isEqualTo(
              lines.stream()
                  .map(line -> Bytes.toStringBinary(salt.salt().salt(Bytes.toBytes(line))))
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
  }

  /** Region and file would take natural keys for stored ones under a random salt. */
  @Test
  void aMapperThatIsSetAfterTheLineEndsTheJobBeforeItRuns(@TempDir Path directory)
      throws Exception {
    Path input = Files.write(directory.resolve("lines"), List.of("0001"));
    try (TestTable table =
            TestTable.numbered("lines").salted("key=row:*,salt=random % 16").create(cluster);
        RegionLocator regions = cluster.connection().getRegionLocator(table.name())) {
      Job job = Job.getInstance(new LocalJobs(cluster, directory).configuration(), "lines");
      job.setMapOutputValueClass(Put.class);
      FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(input.toUri()));
      FileOutputFormat.setOutputPath(job, cluster.unusedPath());
      SaltedTableJobs.configureIncrementalLoad(job, table.table(), regions);
      job.setMapperClass(Lines.class);
      job.getConfiguration().unset("tmpjars");
      assertThatThrownBy(() -> job.waitForCompletion(false))
          .hasMessageContaining("Lines")
          .hasMessageContaining("set the mapper before configureIncrementalLoad");
    }
  }
}
