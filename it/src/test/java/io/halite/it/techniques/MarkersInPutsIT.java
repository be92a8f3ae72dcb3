package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HBase takes delete markers inside a put, as {@code Import} and replication write them. */
@ExtendWith(SharedCluster.class)
class MarkersInPutsIT {
  private static final byte[] OTHER = Bytes.toBytes("other");
  private static final int STAMPS = 24;
  private static final List<KeyValue.Type> MARKERS =
      List.of(
          KeyValue.Type.Delete,
          KeyValue.Type.DeleteColumn,
          KeyValue.Type.DeleteFamily,
          KeyValue.Type.DeleteFamilyVersion);

  private final EmbeddedCluster cluster;

  MarkersInPutsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static TablePlan plan() {
    return TestTable.numbered("markers").versions(100).families(F);
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("row" + number);
  }

  private static void fill(Table table) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < 2 * MARKERS.size(); row++) {
      for (int stamp = 1; stamp <= STAMPS; stamp++) {
        puts.add(new Put(row(row), stamp).addColumn(F, Q, Q).addColumn(F, OTHER, OTHER));
      }
    }
    table.put(puts);
  }

  /** For each kind of marker one at a time of its own, and one that the server stamps. */
  private static List<Put> puts() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < 2 * MARKERS.size(); row++) {
      KeyValue.Type marker = MARKERS.get(row / 2);
      long time = row % 2 == 0 ? STAMPS / 2 : HConstants.LATEST_TIMESTAMP;
      boolean ofColumn = row / 2 < 2;
      byte[] qualifier = ofColumn ? Q : new byte[0];
      puts.add(
          new Put(row(row))
              .addColumn(F, OTHER, STAMPS + 1, Q)
              .addColumn(F, Q, 2, OTHER)
              .add(new KeyValue(row(row), F, qualifier, time, marker)));
    }
    return puts;
  }

  private static List<String> cells(Table table) throws IOException {
    List<String> cells = new ArrayList<>();
    for (int row = 0; row < 2 * MARKERS.size(); row++) {
      Arrays.stream(table.get(new Get(row(row)).readAllVersions()).rawCells())
          .map(cell -> CellUtil.toString(cell, false) + Bytes.toString(CellUtil.cloneValue(cell)))
          .forEach(cells::add);
    }
    return cells;
  }

  @Test
  void markersInPutsHideWhatTheyHideInAPlainTable() throws Exception {
    try (TestTable salted =
            plan().salted("key=row:*,salt=random % 8").splitBuckets().create(cluster);
        TestTable plain = plan().create(cluster)) {
      for (TestTable twin : List.of(salted, plain)) {
        fill(twin.table());
        for (Put put : puts()) {
          twin.table().put(put);
        }
      }
      assertThat(cells(plain.table())).hasSizeBetween(1, 16 * STAMPS - 1);
      assertThat(cells(salted.table())).isEqualTo(cells(plain.table()));
    }
  }

  @Test
  void markersInABatchHideWhatTheyHideInAPlainTable() throws Exception {
    try (TestTable salted =
            plan().salted("key=row:*,salt=random % 8").splitBuckets().create(cluster);
        TestTable plain = plan().create(cluster)) {
      for (TestTable twin : List.of(salted, plain)) {
        fill(twin.table());
        List<Put> batch = puts();
        for (int row = 0; row < 2 * MARKERS.size(); row++) {
          batch.add(new Put(row(row), STAMPS + 2).addColumn(F, Q, Q));
        }
        batch.addAll(puts());
        twin.table().put(batch);
      }
      assertThat(cells(salted.table())).isEqualTo(cells(plain.table()));
    }
  }
}
