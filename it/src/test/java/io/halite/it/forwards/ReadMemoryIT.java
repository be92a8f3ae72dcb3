package io.halite.it.forwards;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a gateway holds of a row whose four places have a version of 5 MiB each. */
@ExtendWith(SharedCluster.class)
class ReadMemoryIT {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final int VALUE_BYTES = 5 << 20;

  /** So many random places miss one of four in one of a hundred runs. */
  private static final int PUTS = 20;

  private final EmbeddedCluster cluster;

  ReadMemoryIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void aRowOfManyPlacesIsHeldAsOneOfAPlainTableWithOneMorePlace() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("places")
                .salted("salt=random % 4")
                .splitBuckets()
                .coprocessor(ForwardMemoryWitness.class)
                .create(cluster);
        Table table = fixture.table()) {
      byte[] value = new byte[VALUE_BYTES];
      for (int version = 1; version <= PUTS; version++) {
        Arrays.fill(value, (byte) version);
        table.put(new Put(ROW).addColumn(F, Q, version, value));
      }
      long before = ForwardMemoryFilter.held();
      ForwardMemoryFilter.takeMost();
      Result row = table.get(new Get(ROW).setFilter(new ForwardMemoryFilter()));
      assertThat(ForwardMemoryFilter.takeMost() - before)
          .as("all places have 20 MiB")
          .isBetween((long) VALUE_BYTES, 2L * VALUE_BYTES + (1 << 20));
      assertThat(ForwardMemoryFilter.held()).isEqualTo(before);
      assertThat(table.exists(new Get(ROW))).isTrue();
      assertThat(table.exists(new Get(F))).isFalse();
      assertThat(ForwardMemoryFilter.takeMost()).as("no cell of it is read").isEqualTo(before);
      Get none = new Get(ROW).setFilter(new ColumnPrefixFilter(Bytes.toBytes("none")));
      assertThat(table.exists(none)).isFalse();
      assertThat(table.exists(new Get(ROW).setRowOffsetPerColumnFamily(1))).isFalse();
      assertThat(row.value()).isEqualTo(value);
      List<Result> rows = List.of(table.get(List.of(new Get(ROW), new Get(F), new Get(ROW))));
      assertThat(rows).extracting(Result::value).containsExactly(value, null, value);
    }
  }
}
