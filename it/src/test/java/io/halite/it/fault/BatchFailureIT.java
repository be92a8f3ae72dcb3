package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A write that its owner refuses fails by itself, unless it is part of one atomic change. */
@ExtendWith(SharedCluster.class)
class BatchFailureIT {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] NO_FAMILY = Bytes.toBytes("none");

  private final EmbeddedCluster cluster;

  BatchFailureIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Put put(byte[] family) {
    return new Put(ROW).addColumn(family, Q, ROW);
  }

  @Test
  void writesOfOneRowInABatchFailOneByOne() throws Exception {
    try (TestTable fixture = FaultTables.create(cluster, FOUR_BUCKETS);
        Table table = fixture.table()) {
      List<Row> batch = List.of(new Get(ROW), put(F), put(NO_FAMILY));
      Object[] results = new Object[3];
      assertThatThrownBy(() -> table.batch(batch, results))
          .isInstanceOf(RetriesExhaustedWithDetailsException.class);
      assertThat(results[2]).isInstanceOf(NoSuchColumnFamilyException.class);
      assertThat(results[1]).isNotInstanceOf(Throwable.class);
      assertThat(table.get(new Get(ROW)).getValue(F, Q)).isEqualTo(ROW);
    }
  }

  @Test
  void aChangeOfOneRowThatItsOwnerRefusesIsNeverAcknowledged() throws Exception {
    try (TestTable fixture = FaultTables.create(cluster, FOUR_BUCKETS);
        Table table = fixture.table()) {
      RowMutations change = RowMutations.of(List.of(put(F), put(NO_FAMILY)));
      assertThatThrownBy(() -> table.mutateRow(change))
          .hasStackTraceContaining("NoSuchColumnFamilyException");
      assertThat(table.exists(new Get(ROW))).isFalse();
    }
  }
}
