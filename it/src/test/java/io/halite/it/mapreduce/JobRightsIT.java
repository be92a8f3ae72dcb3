package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedTableSplit;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The tasks of a job read what the user of the job may read, at the owners. */
@ExtendWith(SharedGuardedCluster.class)
class JobRightsIT {
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final byte[] HIDDEN = Bytes.toBytes("hidden");

  private final GuardedCluster cluster;

  JobRightsIT(GuardedCluster cluster) {
    this.cluster = cluster;
  }

  private SplitReads reads(TestTable table) throws Exception {
    return new SplitReads(cluster.cluster().configuration(), table.name(), new Scan());
  }

  @Test
  void aUserWhoMayReadOneColumnIsGivenThatColumnOfEachRow() throws Exception {
    try (TestTable table =
        TestTable.numbered("rights")
            .salted(TestTable.FOUR_BUCKETS)
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

      assertThatThrownBy(() -> cluster.as("stranger", connection -> reads(table).keys()))
          .hasStackTraceContaining(AccessDeniedException.class.getSimpleName());
    }
  }
}
