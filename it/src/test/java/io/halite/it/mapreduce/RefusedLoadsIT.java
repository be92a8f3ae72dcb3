package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What remains of a load that one region of four refuses, and what loads the rest. */
@ExtendWith(SharedCluster.class)
@Timeout(120)
class RefusedLoadsIT {
  private static final int ROWS = 50;

  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;
  private final Path made;
  private TestTable table;

  RefusedLoadsIT(EmbeddedCluster cluster, @TempDir java.nio.file.Path directory) throws Exception {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
    this.made = cluster.unusedPath();
  }

  @BeforeEach
  void create() throws IOException {
    table =
        TestTable.numbered("refused")
            .salted(FOUR_BUCKETS)
            .splitBuckets()
            .coprocessor(RefusedLoads.class, 1)
            .create(cluster);
  }

  @AfterEach
  void drop() throws IOException {
    table.close();
  }

  /** Does something between the job and the load. */
  private interface Meanwhile {
    void run() throws Exception;
  }

  /** Loads rows whose cells have no time; returns what the command says. */
  private String load(Configuration conf, Meanwhile meanwhile) throws Exception {
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      byte[] row = Bytes.toBytes("%04d".formatted(i));
      cells.add(new KeyValue(row, F, Q, HConstants.LATEST_TIMESTAMP, row));
    }
    NaturalFiles natural = NaturalFiles.in(cluster).with(cells);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out =
        new PrintStream(said, true, StandardCharsets.UTF_8) {
          @Override
          public PrintStream printf(String format, Object... arguments) {
            if (format.startsWith("loading")) {
              try {
                meanwhile.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            }
            return super.printf(format, arguments);
          }
        };
    SaltedBulkLoad command = new SaltedBulkLoad(out);
    command.setConf(conf);
    int status =
        command.run(
            new String[] {
              natural.directory().toString(), table.name().getNameAsString(), made.toString()
            });
    assertThat(status).isEqualTo(1);
    return said.toString(StandardCharsets.UTF_8);
  }

  /** Loads the rest as the message says. */
  private void loadRest() throws Exception {
    table
        .admin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(table.table().getDescriptor())
                .removeCoprocessor(RefusedLoads.class.getName())
                .build());
    BulkLoadHFiles.create(cluster.configuration()).bulkLoad(table.name(), made);
  }

  private List<FileStatus> rest() throws IOException {
    FileSystem files = made.getFileSystem(cluster.configuration());
    return Arrays.stream(files.listStatus(new Path(made, "f"))).filter(FileStatus::isFile).toList();
  }

  private List<String> everyCell() throws IOException {
    List<String> cells = new ArrayList<>();
    try (ResultScanner rows = table.table().getScanner(new Scan().readAllVersions())) {
      for (Result row : rows) {
        cells.add(row.toString());
      }
    }
    return cells;
  }

  @Test
  void whatWasLoadedLeavesTheDirectoryIfHBaseMovesFiles() throws Exception {
    assertThat(load(jobs.configuration(), () -> {}))
        .contains("no loads into 02", "1 of 4 files", made.toString(), "hbase completebulkload");
    assertThat(rest()).hasSize(1);
    loadRest();
    assertThat(table.scan(new Scan())).hasSize(ROWS);
  }

  /** As it does where the files lie in another file system than the table. */
  @Test
  void whatWasLoadedLeavesTheDirectoryIfHBaseCopiesFiles() throws Exception {
    Configuration conf = jobs.configuration();
    conf.setBoolean(BulkLoadHFiles.ALWAYS_COPY_FILES, true);
    assertThat(load(conf, () -> {})).contains("1 of 4 files");
    assertThat(rest()).hasSize(1);
    loadRest();
    assertThat(table.scan(new Scan())).hasSize(ROWS);
  }

  @Test
  void whatRemainsOfAFileThatHBaseHasSplitIsLoadedByTheNamedCommand() throws Exception {
    assertThat(load(jobs.configuration(), this::splitTheRefusingRegion)).contains("1 of 5 files");
    assertThat(rest()).hasSize(1);
    loadRest();
    assertThat(table.scan(new Scan())).hasSize(ROWS);
  }

  private void splitTheRefusingRegion() throws Exception {
    Admin admin = table.admin();
    for (RegionInfo region : admin.getRegions(table.name())) {
      if (Bytes.equals(region.getStartKey(), new byte[] {2})) {
        byte[] middle = Bytes.add(new byte[] {2}, Bytes.toBytes("0025"));
        admin.splitRegionAsync(region.getRegionName(), middle).get();
      }
    }
  }

  private Set<Long> timesOfRest() throws IOException {
    Configuration conf = cluster.configuration();
    Set<Long> times = new HashSet<>();
    for (FileStatus file : rest()) {
      Path path = file.getPath();
      FileSystem files = path.getFileSystem(conf);
      try (HFile.Reader reader =
          HFile.createReader(files, path, CacheConfig.DISABLED, true, conf)) {
        HFileScanner cells = reader.getScanner(conf, false, false);
        for (boolean more = cells.seekTo(); more; more = cells.next()) {
          times.add(cells.getCell().getTimestamp());
        }
      }
    }
    return times;
  }

  /** Each cell of a file of stored keys has its final time. */
  @Test
  void aFileThatIsLoadedTwiceShowsTheSameCells() throws Exception {
    load(jobs.configuration(), () -> {});
    assertThat(timesOfRest()).isNotEmpty().doesNotContain(HConstants.LATEST_TIMESTAMP);
    Path kept = cluster.unusedPath();
    FileUtil.copy(
        made.getFileSystem(cluster.configuration()),
        made,
        kept.getFileSystem(cluster.configuration()),
        kept,
        false,
        cluster.configuration());
    loadRest();
    List<String> once = everyCell();
    BulkLoadHFiles.create(cluster.configuration()).bulkLoad(table.name(), kept);
    assertThat(everyCell()).isEqualTo(once).hasSize(ROWS);
  }

  /** The check of a file does not see every change of a salt. */
  @Test
  void filesOfAnEarlierSpecAreNotLoaded() throws Exception {
    assertThat(load(jobs.configuration(), () -> table.adopt("key=row:*,salt=hash(*) % 2")))
        .contains("another spec now", "nothing was loaded");
    assertThat(made.getFileSystem(cluster.configuration()).exists(made)).isFalse();
    assertThat(table.scan(new Scan())).isEmpty();
  }
}
