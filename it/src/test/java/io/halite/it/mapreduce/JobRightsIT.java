package io.halite.it.mapreduce;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedTableJobs;
import io.halite.client.mapreduce.SaltedTableSplit;
import io.halite.coprocessor.SaltingObserver;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.AccessControlConstants;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tasks of a job read what the user of the job may read, at the owners. */
@ExtendWith(SharedGuardedCluster.class)
class JobRightsIT {
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final byte[] HIDDEN = Bytes.toBytes("hidden");

  private final GuardedCluster cluster;
  private final Path directory;

  JobRightsIT(GuardedCluster cluster, @TempDir Path directory) {
    this.cluster = cluster;
    this.directory = directory;
  }

  private SplitReads reads(TestTable table) throws Exception {
    return new SplitReads(cluster.cluster().configuration(), table.name(), new Scan());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aUserWhoMayReadOneColumnIsGivenThatColumnOfEachRow(boolean early) throws Exception {
    try (TestTable table =
        TestTable.numbered("rights")
            .salted(TestTable.FOUR_BUCKETS)
            .value(AccessControlConstants.CF_ATTRIBUTE_EARLY_OUT, String.valueOf(early))
            .splitBuckets()
            .create(cluster.cluster())) {
      List<Put> puts = new ArrayList<>();
      for (int i = 10; i < 50; i++) {
        byte[] row = Bytes.toBytes("row" + i);
        puts.add(
            new Put(row).addColumn(TestTable.F, OPEN, row).addColumn(TestTable.F, HIDDEN, row));
      }
      table.table().put(puts);
      cluster.grant("jobs", table.name(), TestTable.F, OPEN, Action.READ);

      List<String> columns =
          cluster.as(
              "jobs",
              connection -> {
                List<String> read = new ArrayList<>();
                SplitReads reads = reads(table);
                List<SaltedTableSplit> splits = reads.splits();
                assertThat(splits).hasSize(4).allMatch(SaltedTableSplit::isStored);
                for (SaltedTableSplit split : splits) {
                  for (Result row : reads.read(split)) {
                    assertThat(row.size()).isEqualTo(1);
                    read.add(Bytes.toString(row.getValue(TestTable.F, OPEN)));
                  }
                }
                return read;
              });
      assertThat(columns)
          .containsExactlyInAnyOrderElementsOf(
              puts.stream().map(put -> Bytes.toString(put.getRow())).toList());

      if (early) {
        assertThatThrownBy(() -> cluster.as("stranger", connection -> reads(table).keys()))
            .hasStackTraceContaining(AccessDeniedException.class.getSimpleName());
      } else {
        // As on a plain table: HBase lets everybody scan, and returns no cell.
        List<String> none = cluster.as("stranger", connection -> reads(table).keys());
        assertThat(none).isEmpty();
      }
    }
  }

  /** Keys are sampled with the rights of the job's user, and no more. */
  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "reverse(user)", "random % 4"})
  void anUnchangedJobOfAUserWhoMayReadOneFamilyHasUsefulSplits(String salt) throws Exception {
    try (TestTable table =
        TestTable.numbered("rights")
            .families(TestTable.F, HIDDEN)
            .salted("key=user:2:digits,salt=" + salt)
            .splits("2", "4", "6")
            .create(cluster.cluster())) {
      List<Put> puts = new ArrayList<>();
      for (int i = 10; i < 50; i++) {
        byte[] row = Bytes.toBytes(Integer.toString(i));
        puts.add(new Put(row).addColumn(TestTable.F, OPEN, row).addColumn(HIDDEN, OPEN, row));
      }
      table.table().put(puts);
      cluster.grant("jobs", table.name(), TestTable.F, null, Action.READ);
      Scan scan = new Scan().addFamily(TestTable.F);
      List<List<String>> splits =
          cluster.as(
              "jobs",
              connection ->
                  new UnchangedReads(cluster.cluster().configuration(), table.name(), scan).keys());
      assertThat(splits).hasSize(4).allMatch(split -> split.size() >= 5);
      assertThat(splits.stream().flatMap(List::stream))
          .isEqualTo(puts.stream().map(put -> Bytes.toString(put.getRow())).toList());
    }
  }

  /** Such a user sees the descriptor, which says nothing where the site gives the spec. */
  @Test
  void filesOfAUserWithoutReadAreRefusedIfTheSiteAloneGivesTheSpec() throws Exception {
    List<Configuration> servers =
        cluster.cluster().utility().getMiniHBaseCluster().getLiveRegionServerThreads().stream()
            .map(server -> server.getRegionServer().getConfiguration())
            .toList();
    servers.forEach(server -> server.set("halite.default.spec", TestTable.FOUR_BUCKETS));
    try (TestTable salted =
        loading(AccessController.class, SaltingObserver.class).create(cluster.cluster())) {
      servers.forEach(server -> server.unset("halite.default.spec"));
      salted.put(List.of("row1"));
      assertThat(salted.store().keys()).as("rows are salted").doesNotContain("row1");
      assertThatThrownBy(() -> mapper("loader", salted))
          .hasStackTraceContaining("files of natural keys would be lost in a salted table");
    } finally {
      servers.forEach(server -> server.unset("halite.default.spec"));
    }
  }

  @Test
  void filesOfAUserWithoutReadHaveNaturalKeysIfTheTableIsPlain() throws Exception {
    for (TablePlan plan :
        List.of(
            loading(AccessController.class),
            loading(AccessController.class, SaltingObserver.class))) {
      try (TestTable plain = plan.create(cluster.cluster())) {
        plain.put(List.of("row1"));
        assertThat(plain.store().keys()).containsExactly("row1");
        assertThat(mapper("loader", plain)).isEqualTo("Mapper");
      }
    }
  }

  /** A table without an attribute, on servers that load these coprocessors for all tables. */
  private static TablePlan loading(Class<?>... coprocessors) {
    String names = Arrays.stream(coprocessors).map(Class::getName).collect(joining(","));
    return TestTable.numbered("files").value("hbase.coprocessor.region.classes", names);
  }

  @Test
  void filesOfAUserWithoutRightsAreRefused() throws Exception {
    try (TestTable salted =
        TestTable.numbered("files").salted(TestTable.FOUR_BUCKETS).create(cluster.cluster())) {
      assertThatThrownBy(() -> cluster.as("writer", connection -> mapper(connection, salted)))
          .hasStackTraceContaining(AccessDeniedException.class.getSimpleName());
    }
  }

  /** The mapper of a job that a user with CREATE sets up for files. */
  private String mapper(String user, TestTable table) throws Exception {
    cluster.grant(user, table.name(), null, null, Action.CREATE);
    Polling.until("the master knows the right", () -> seesDescriptor(user, table));
    return cluster.as(user, connection -> mapper(connection, table));
  }

  private boolean seesDescriptor(String user, TestTable table) throws Exception {
    try {
      return cluster.as(
          user, connection -> connection.getAdmin().getDescriptor(table.name()) != null);
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  private String mapper(Connection connection, TestTable of) throws Exception {
    try (Table table = connection.getTable(of.name());
        RegionLocator regions = connection.getRegionLocator(of.name())) {
      Job job = Job.getInstance(new LocalJobs(cluster.cluster(), directory).configuration());
      job.setMapOutputValueClass(Put.class);
      SaltedTableJobs.configureIncrementalLoad(job, table, regions);
      return job.getMapperClass().getSimpleName();
    }
  }
}
