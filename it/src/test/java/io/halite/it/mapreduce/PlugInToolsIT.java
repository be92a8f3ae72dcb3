package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.mapreduce.CellCounter;
import org.apache.hadoop.hbase.mapreduce.CopyTable;
import org.apache.hadoop.hbase.mapreduce.Export;
import org.apache.hadoop.hbase.mapreduce.HashTable;
import org.apache.hadoop.hbase.mapreduce.Import;
import org.apache.hadoop.hbase.mapreduce.RowCounter;
import org.apache.hadoop.hbase.mapreduce.SyncTable;
import org.apache.hadoop.hbase.mapreduce.replication.VerifyReplication;
import org.apache.hadoop.hbase.mapreduce.replication.VerifyReplication.Verifier.Counters;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * HBase's tools from, to and between salted tables, by a plain site and by one that names the
 * connection plug-in.
 */
@ExtendWith(SharedCluster.class)
@Timeout(180)
class PlugInToolsIT {
  private static final int ROWS = 60;

  /** Whose connections a tool has. */
  enum Site {
    PLAIN,
    PLUG_IN
  }

  /** How a table stores its rows. */
  enum Stored {
    NATURAL("key=row:*"),
    FOUR(FOUR_BUCKETS),
    SEVEN("key=row:*,salt=hash(*) % 7");

    final String spec;

    Stored(String spec) {
      this.spec = spec;
    }

    TablePlan plan() {
      TablePlan plan = TestTable.numbered("tools");
      return this == NATURAL ? plan : plan.salted(spec).splitBuckets();
    }

    String key(String row) {
      byte[] key = Bytes.toBytes(row);
      return Bytes.toStringBinary(this == NATURAL ? key : SaltingSpec.parse(spec).salt().salt(key));
    }
  }

  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;

  PlugInToolsIT(EmbeddedCluster cluster, @TempDir Path directory) {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
  }

  private Configuration conf(Site site) throws Exception {
    return site == Site.PLUG_IN ? PlugIn.into(jobs.configuration()) : jobs.configuration();
  }

  private int run(Site site, Tool tool, String... arguments) throws Exception {
    return ToolRunner.run(conf(site), tool, arguments);
  }

  private TestTable filled(Stored stored) throws Exception {
    TestTable table = stored.plan().create(cluster);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      byte[] row = Bytes.toBytes("row" + i);
      // VerifyReplication compares time stamps, too.
      puts.add(new Put(row, 7).addColumn(F, Q, row));
    }
    table.table().put(puts);
    return table;
  }

  private static String name(TestTable table) {
    return table.name().getNameAsString();
  }

  private static void assertCopied(TestTable from, TestTable to, Stored stored) throws Exception {
    List<String> rows = from.scan(new Scan());
    assertThat(rows).hasSize(ROWS);
    assertThat(to.scan(new Scan())).isEqualTo(rows);
    assertThat(to.store().keys())
        .isEqualTo(rows.stream().map(stored::key).collect(Collectors.toCollection(TreeSet::new)));
  }

  @ParameterizedTest
  @CsvSource({
    "PLAIN, NATURAL, FOUR",
    "PLAIN, FOUR, NATURAL",
    "PLAIN, FOUR, SEVEN",
    "PLUG_IN, NATURAL, FOUR",
    "PLUG_IN, FOUR, NATURAL",
    "PLUG_IN, FOUR, SEVEN"
  })
  void everyCopyHasTheNaturalRowsUnderItsOwnSalt(Site site, Stored from, Stored to)
      throws Exception {
    try (TestTable source = filled(from);
        TestTable copied = to.plan().create(cluster);
        TestTable imported = to.plan().create(cluster);
        TestTable synced = to.plan().create(cluster)) {
      assertThat(run(site, new CopyTable(), "--new.name=" + name(copied), name(source))).isZero();
      assertCopied(source, copied, to);

      String files = jobs.output();
      assertThat(run(site, new Export(), name(source), files)).isZero();
      assertThat(run(site, new Import(), name(imported), files)).isZero();
      assertCopied(source, imported, to);

      synced.put(List.of("row1", "a row too many"));
      String hashes = jobs.output();
      assertThat(run(site, new HashTable(conf(site)), "--batchsize=500", name(source), hashes))
          .isZero();
      assertThat(
              run(
                  site,
                  new SyncTable(conf(site)),
                  "--dryrun=false",
                  hashes,
                  name(source),
                  name(synced)))
          .isZero();
      assertCopied(source, synced, to);
    }
  }

  @ParameterizedTest
  @EnumSource
  void countersCountNaturalRowsOnce(Site site) throws Exception {
    try (TestTable table = filled(Stored.FOUR)) {
      assertThat(run(site, new RowCounter(), name(table), "--expectedCount=" + ROWS)).isZero();
      assertThat(run(site, new RowCounter(), name(table), "--expectedCount=" + (ROWS + 1)))
          .isNotZero();
      assertThat(run(site, new CellCounter(), name(table), jobs.output())).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void verifyReplicationComparesNaturalRows(Site site) throws Exception {
    try (TestTable one = filled(Stored.FOUR);
        TestTable other = filled(Stored.SEVEN)) {
      assertThat(differing(site, one, other)).isZero();
      other.put(List.of("row10 of the other alone"));
      assertThat(differing(site, one, other)).isEqualTo(1);
    }
  }

  private long differing(Site site, TestTable one, TestTable other) throws Exception {
    VerifyReplication tool = new VerifyReplication();
    String peer = cluster.utility().getClusterKey();
    String[] arguments = {"--peerTableName=" + name(other), peer, name(one)};
    var job = tool.createSubmittableJob(conf(site), arguments);
    assertThat(job.waitForCompletion(false)).isTrue();
    return job.getCounters().findCounter(Counters.BADROWS).getValue();
  }
}
