package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.mapreduce.CopyTable;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** HBase's {@code CopyTable --snapshot} reads stored keys, whatever the table of the snapshot. */
@Tag("wide")
@ExtendWith(SharedCluster.class)
@Timeout(180)
class SnapshotCopiesIT {
  private static final String SEVEN = "key=row:*,salt=hash(*) % 7";
  private static final int ROWS = 200;

  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;

  SnapshotCopiesIT(EmbeddedCluster cluster, @TempDir Path directory) {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
  }

  private TestTable create(Optional<String> spec) throws Exception {
    TablePlan plan = TestTable.numbered("copies");
    spec.ifPresent(line -> plan.salted(line).splitBuckets());
    return plan.create(cluster);
  }

  private static List<String> rows() {
    TreeSet<String> rows = new TreeSet<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add("row" + i);
    }
    return List.copyOf(rows);
  }

  private static TreeSet<String> stored(Optional<String> spec) {
    return rows().stream()
        .map(Bytes::toBytes)
        .map(row -> spec.map(line -> SaltingSpec.parse(line).salt().salt(row)).orElse(row))
        .map(Bytes::toStringBinary)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A salted table with rows, and a snapshot of it. */
  private record Taken(TestTable table, String snapshot) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      table.admin().deleteSnapshot(snapshot);
      table.close();
    }
  }

  private Taken taken() throws Exception {
    TestTable table = create(Optional.of(FOUR_BUCKETS));
    List<Put> puts = new ArrayList<>();
    for (String row : rows()) {
      puts.add(new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(row)));
    }
    table.table().put(puts);
    String snapshot = table.name() + "-taken";
    table.admin().snapshot(snapshot, table.name());
    return new Taken(table, snapshot);
  }

  private int copy(Taken from, TestTable to, String... more) throws Exception {
    Configuration conf = jobs.configuration();
    conf.set("fs.defaultFS", cluster.configuration().get("fs.defaultFS"));
    conf.set("hbase.fs.tmp.dir", cluster.unusedPath().toString());
    conf.setInt("hbase.client.retries.number", 2);
    conf.setInt("hbase.client.pause", 20);
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.addAll(List.of("--snapshot", "--new.name=" + to.name(), from.snapshot()));
    return ToolRunner.run(conf, new CopyTable(), arguments.toArray(String[]::new));
  }

  @Test
  void overThePlugInTheSpecOfTheSnapshotGivesNaturalRowsAndWithoutItTheCopyIsRefused()
      throws Exception {
    String plugIn = "-Dhbase.client.connection.impl=" + SaltedConnection.class.getName();
    String replayed = "-D" + SaltedConnection.REPLAYED_SPEC_KEY + "=" + FOUR_BUCKETS;
    try (Taken from = taken()) {
      for (Optional<String> spec :
          List.of(Optional.<String>empty(), Optional.of(SEVEN), Optional.of(FOUR_BUCKETS))) {
        try (TestTable to = create(spec)) {
          assertThat(copy(from, to, plugIn)).as("to %s", spec).isNotZero();
          assertThat(to.store().keys()).as("to %s", spec).isEmpty();
          assertThat(copy(from, to, plugIn, replayed)).as("to %s", spec).isZero();
          assertThat(to.scan(new Scan())).isEqualTo(rows());
          assertThat(to.store().keys()).isEqualTo(stored(spec));
        }
      }
    }
  }

  /** What the page warns of. */
  @Test
  void withoutThePlugInOnlyAPlainTableTakesRowsUnderStoredKeys() throws Exception {
    try (Taken from = taken();
        TestTable plain = create(Optional.empty())) {
      assertThat(copy(from, plain)).isZero();
      assertThat(plain.store().keys()).isEqualTo(stored(Optional.of(FOUR_BUCKETS)));
      for (String spec : List.of(SEVEN, FOUR_BUCKETS)) {
        try (TestTable salted = create(Optional.of(spec))) {
          assertThat(copy(from, salted)).as("batches of stored keys to %s", spec).isNotZero();
          assertThat(salted.store().keys()).isEmpty();
        }
      }
    }
  }

  @Test
  void ofSaltedTablesOnlyOneOfTheSameSpecTakesTheFilesOfASnapshot() throws Exception {
    try (Taken from = taken();
        TestTable plain = create(Optional.empty());
        TestTable other = create(Optional.of(SEVEN));
        TestTable same = create(Optional.of(FOUR_BUCKETS))) {
      assertThat(copy(from, same, "--bulkload")).isZero();
      assertThat(same.scan(new Scan())).isEqualTo(rows());
      assertThat(same.store().keys()).isEqualTo(stored(Optional.of(FOUR_BUCKETS)));
      assertThat(copy(from, plain, "--bulkload")).as("what the page warns of").isZero();
      assertThat(plain.store().keys()).isEqualTo(stored(Optional.of(FOUR_BUCKETS)));
      assertThatThrownBy(() -> copy(from, other, "--bulkload"))
          .hasStackTraceContaining("is not a stored key");
      assertThat(other.store().keys()).isEmpty();
    }
  }
}
