package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A job over a salted table is given every natural row, once. */
@ExtendWith(SharedCluster.class)
class TableInputFormatIT {
  private static final TableName NAME = TableName.valueOf("job");
  private static final byte[] F = Bytes.toBytes("f");
  private static final int ROWS = 2000;

  private final EmbeddedCluster cluster;

  TableInputFormatIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Writes each row key that it is given, and checks that the cells are of that row. */
  static final class KeyMapper extends TableMapper<Text, NullWritable> {
    @Override
    protected void map(ImmutableBytesWritable row, Result result, Context context)
        throws IOException, InterruptedException {
      if (!Bytes.equals(row.copyBytes(), result.value())) {
        throw new IOException("row " + row + " holds the cells of another: " + result);
      }
      context.write(new Text(HexFormat.of().formatHex(row.copyBytes())), NullWritable.get());
    }
  }

  @Test
  void aJobIsGivenEveryNaturalRowOnce(@TempDir Path directory) throws Exception {
    TreeSet<String> written = new TreeSet<>();
    try (TestTable created =
            TestTable.named(NAME)
                .salted(TestTable.FOUR_BUCKETS)
                .splitBuckets()
                .splits(new byte[][] {{0x40}, {(byte) 0x80}, {(byte) 0xC0}})
                .create(cluster);
        Table table = created.table()) {
      table.put(rows(written));
      List<String> mapped = run(directory);
      assertThat(mapped).doesNotHaveDuplicates();
      assertThat(new TreeSet<>(mapped)).isEqualTo(written);
    }
  }

  private static List<Put> rows(TreeSet<String> written) {
    Random random = new Random(42);
    List<Put> puts = new ArrayList<>();
    while (puts.size() < ROWS) {
      byte[] row = new byte[1 + random.nextInt(6)];
      random.nextBytes(row);
      if (written.add(HexFormat.of().formatHex(row))) {
        puts.add(new Put(row).addColumn(F, null, row));
      }
    }
    return puts;
  }

  private List<String> run(Path directory) throws Exception {
    Configuration configuration = new LocalJobs(cluster, directory).configuration();
    Job job = Job.getInstance(configuration, "keys of a salted table");
    TableMapReduceUtil.initTableMapperJob(
        NAME.getNameAsString(),
        new Scan(),
        KeyMapper.class,
        Text.class,
        NullWritable.class,
        job,
        false);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(TextOutputFormat.class);
    Path output = directory.resolve("keys");
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
    assertThat(job.waitForCompletion(false)).isTrue();
    try (Stream<Path> parts = Files.list(output)) {
      List<String> keys = new ArrayList<>();
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part")).toList()) {
        keys.addAll(Files.readAllLines(part));
      }
      return keys;
    }
  }
}
