package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedHdfsCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.mapreduce.CellCounter;
import org.apache.hadoop.hbase.mapreduce.RowCounter;
import org.apache.hadoop.hbase.mapreduce.WALPlayer;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Counters, and replays of the WAL. {@link DrawnToolsIT} runs the tools that read and write as
 * clients do.
 */
@Tag("wide")
@ExtendWith(SharedHdfsCluster.class)
@Timeout(180)
class ToolsIT {
  private static final Optional<String> PLAIN = Optional.empty();
  private static final Optional<String> FOUR = Optional.of(FOUR_BUCKETS);
  private static final Optional<String> SEVEN = Optional.of("key=row:*,salt=hash(*) % 7");
  private static final int ROWS = 300;

  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;

  ToolsIT(EmbeddedCluster cluster, @TempDir Path directory) {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
  }

  /** The specs of a source and a target. */
  record Direction(Optional<String> from, Optional<String> to) {}

  static Stream<Direction> fromSalted() {
    return Stream.of(new Direction(FOUR, PLAIN), new Direction(FOUR, SEVEN));
  }

  private TestTable create(Optional<String> spec) throws Exception {
    TablePlan plan = TestTable.numbered("tools");
    spec.ifPresent(line -> plan.salted(line).splitBuckets());
    return plan.create(cluster);
  }

  private TestTable filled(Optional<String> spec) throws Exception {
    TestTable table = create(spec);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      byte[] row = Bytes.toBytes("row" + i);
      puts.add(new Put(row).addColumn(F, Q, row));
    }
    table.table().put(puts);
    return table;
  }

  private static String name(TestTable table) {
    return table.name().getNameAsString();
  }

  /** Whether a client reads the same rows from both, and each is stored under the target's salt. */
  private static void assertCopied(TestTable from, TestTable to, Optional<String> spec)
      throws Exception {
    List<String> rows = from.scan(new Scan());
    assertThat(rows).hasSize(ROWS);
    assertThat(to.scan(new Scan())).isEqualTo(rows);
    TreeSet<String> stored = new TreeSet<>();
    for (String row : rows) {
      byte[] key = Bytes.toBytes(row);
      stored.add(
          Bytes.toStringBinary(
              spec.map(line -> SaltingSpec.parse(line).salt().salt(key)).orElse(key)));
    }
    assertThat(to.store().keys()).isEqualTo(stored);
  }

  @Test
  void countersCountNaturalRowsOnce() throws Exception {
    try (TestTable table = filled(FOUR)) {
      assertThat(jobs.run(new RowCounter(), name(table), "--expectedCount=" + ROWS)).isZero();
      assertThat(jobs.run(new RowCounter(), name(table), "--expectedCount=" + (ROWS + 1)))
          .isNotZero();
      String output = jobs.output();
      assertThat(jobs.run(new CellCounter(), name(table), output)).isZero();
      assertThat(lines(Path.of(URI.create(output))))
          .contains("Total ROWS\t" + ROWS, "Total Families Across all Rows\t1");
    }
  }

  /** The lines of all files that a job has written. */
  private static List<String> lines(Path output) throws IOException {
    List<String> lines = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(output, "part-*")) {
      for (Path file : files) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  /** The directory of the WALs, when all that was written before is in closed files. */
  private String logs() throws Exception {
    DistributedFileSystem files = cluster.utility().getDFSCluster().getFileSystem();
    org.apache.hadoop.fs.Path directory =
        new org.apache.hadoop.fs.Path(cluster.utility().getDefaultRootDirPath(), "WALs");
    List<org.apache.hadoop.fs.Path> written = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = files.listFiles(directory, true);
    while (all.hasNext()) {
      written.add(all.next().getPath());
    }
    try (Admin admin = cluster.connection().getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        admin.rollWALWriter(server);
      }
    }
    // HBase closes them in the background, and a reader of an open one may miss its end.
    cluster.utility().waitFor(60_000, () -> written.stream().noneMatch(log -> isOpen(files, log)));
    return directory.toString();
  }

  private static boolean isOpen(DistributedFileSystem files, org.apache.hadoop.fs.Path log) {
    try {
      return !files.isFileClosed(log);
    } catch (FileNotFoundException archived) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("fromSalted")
  void aWalIsReplayedOverThePlugInUnderNaturalKeys(Direction way) throws Exception {
    try (TestTable from = filled(way.from());
        TestTable to = create(way.to())) {
      assertThat(
              jobs.run(
                  new WALPlayer(),
                  "-Dhbase.client.connection.impl=" + SaltedConnection.class.getName(),
                  "-D" + SaltedConnection.REPLAYED_SPEC_KEY + "=" + way.from().orElseThrow(),
                  logs(),
                  name(from),
                  name(to)))
          .isZero();
      assertCopied(from, to, way.to());
    }
  }

  @Test
  void aWalThatIsReplayedAsItIsIsRefused() throws Exception {
    try (TestTable from = filled(FOUR);
        TestTable other = create(SEVEN)) {
      assertThat(jobs.run(new WALPlayer(), logs(), name(from))).isNotZero();
      assertCopied(from, from, FOUR);
      assertThat(jobs.run(new WALPlayer(), logs(), name(from), name(other))).isNotZero();
      assertThat(other.store().keys()).isEmpty();
    }
  }

  @Test
  void aWalThatBecomesFilesIsLoadedUnderTheSameSpecAlone() throws Exception {
    try (TestTable from = filled(FOUR);
        TestTable same = create(FOUR);
        TestTable other = create(SEVEN)) {
      org.apache.hadoop.fs.Path files = cluster.unusedPath();
      assertThat(jobs.run(new WALPlayer(), "-Dwal.bulk.output=" + files, logs(), name(from)))
          .isZero();
      Configuration hasty = new Configuration(cluster.configuration());
      hasty.setInt("hbase.client.retries.number", 2);
      hasty.setInt("hbase.bulkload.retries.number", 1);
      assertThatThrownBy(() -> BulkLoadHFiles.create(hasty).bulkLoad(other.name(), files))
          .hasStackTraceContaining("is not a stored key")
          .hasStackTraceContaining("if it is a file of stored keys of another spec");
      assertThat(other.store().keys()).isEmpty();
      String made = files + "-made";
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      assertThat(
              jobs.run(
                  new SaltedBulkLoad(new PrintStream(said, true, StandardCharsets.UTF_8)),
                  files.toString(),
                  name(other),
                  made))
          .isEqualTo(1);
      assertThat(said.toString(StandardCharsets.UTF_8))
          .contains("are stored keys under '" + FOUR_BUCKETS, "salted twice", "CopyTable");
      assertThat(other.store().keys()).isEmpty();
      BulkLoadHFiles.create(hasty).bulkLoad(same.name(), files);
      assertCopied(from, same, FOUR);
    }
  }

  @Test
  void aReplayOverThePlugInThatNamesNoSpecIsRefused() throws Exception {
    try (TestTable from = filled(FOUR);
        TestTable to = create(SEVEN)) {
      assertThat(
              jobs.run(
                  new WALPlayer(),
                  "-Dhbase.client.connection.impl=" + SaltedConnection.class.getName(),
                  logs(),
                  name(from),
                  name(to)))
          .isNotZero();
      assertThat(to.store().keys()).isEmpty();
    }
  }

  @Test
  void aReplayUnderAnotherSpecIsRefused() throws Exception {
    try (TestTable from = filled(FOUR);
        TestTable to = create(PLAIN)) {
      assertThat(
              jobs.run(
                  new WALPlayer(),
                  "-Dhbase.client.connection.impl=" + SaltedConnection.class.getName(),
                  "-D" + SaltedConnection.REPLAYED_SPEC_KEY + "=" + SEVEN.orElseThrow(),
                  logs(),
                  name(from),
                  name(to)))
          .isNotZero();
      assertThat(to.scan(new Scan())).hasSizeLessThan(ROWS);
    }
  }
}
