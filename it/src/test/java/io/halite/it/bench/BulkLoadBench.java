package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.mapreduce.LocalJobs;
import io.halite.keys.SaltingSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The time in which files of 1,000,000 rows of natural keys are loaded into a salted table, beside
 * that of HBase's own load into a plain table of as many regions.
 *
 * <p>Run by {@code mvn -Pbench verify -pl it -am -Dit.test=BulkLoadBench}; prints one line a
 * figure.
 */
class BulkLoadBench {
  private static final String SPEC = "key=row:*,salt=hash(*) % 16";
  private static final int ROWS = Integer.getInteger("halite.bench.rows", 1_000_000);
  private static final int FILES = 16;
  private static final int VALUE = 100;
  private static final byte[] F = Bytes.toBytes("f");

  @TempDir Path directory;

  private interface Task {
    void run() throws Exception;
  }

  private static void time(String what, Task task) throws Exception {
    long begun = System.nanoTime();
    task.run();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    System.out.printf("%s: %,d rows in %.1f s%n", what, ROWS, millis / 1000.0);
  }

  private static byte[] row(int i) {
    return Bytes.toBytes("%010d".formatted(i));
  }

  private static org.apache.hadoop.fs.Path files(EmbeddedCluster cluster) throws Exception {
    Configuration conf = cluster.configuration();
    org.apache.hadoop.fs.Path made = cluster.unusedPath();
    FileSystem files = made.getFileSystem(conf);
    Random random = new Random(1);
    byte[] value = new byte[VALUE];
    for (int file = 0; file < FILES; file++) {
      try (HFile.Writer writer =
          HFile.getWriterFactory(conf, CacheConfig.DISABLED)
              .withPath(files, new org.apache.hadoop.fs.Path(made, "f/" + file))
              .withFileContext(new HFileContextBuilder().build())
              .create()) {
        for (int i = border(file); i < border(file + 1); i++) {
          random.nextBytes(value);
          writer.append(new KeyValue(row(i), F, F, 1, value));
        }
      }
    }
    return made;
  }

  private static int border(int file) {
    return (int) ((long) ROWS * file / FILES);
  }

  private static int count(TestTable table) throws Exception {
    Scan scan =
        new Scan()
            .setCaching(10_000)
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    int rows = 0;
    try (ResultScanner scanner = table.table().getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
      }
    }
    return rows;
  }

  @Test
  void load() throws Exception {
    byte[][] borders = new byte[FILES - 1][];
    for (int i = 1; i < FILES; i++) {
      borders[i - 1] = row(border(i));
    }
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
        TestTable salted =
            TestTable.numbered("bulk")
                .salted(SPEC)
                .splits(SaltingSpec.parse(SPEC).salt().splitPoints())
                .create(cluster.connection());
        TestTable plain = TestTable.numbered("bulk").splits(borders).create(cluster.connection())) {
      org.apache.hadoop.fs.Path natural = files(cluster);
      Configuration conf = new LocalJobs(cluster, directory).configuration();
      List<String> arguments =
          List.of(
              natural.toString(), salted.name().getNameAsString(), cluster.unusedPath().toString());
      time(
          "SaltedBulkLoad, salted",
          () ->
              assertThat(
                      ToolRunner.run(conf, new SaltedBulkLoad(), arguments.toArray(String[]::new)))
                  .isZero());
      time(
          "BulkLoadHFiles, plain",
          () -> BulkLoadHFiles.create(cluster.configuration()).bulkLoad(plain.name(), natural));
      assertThat(count(salted)).isEqualTo(ROWS);
      assertThat(count(plain)).isEqualTo(ROWS);
    }
  }
}
