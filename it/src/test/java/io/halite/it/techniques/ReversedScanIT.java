package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyLayout;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Newest rows first, by a reversed scan over times and by a scan over times from their end: both
 * give the same rows, and the first seeks each of them, from the beginning of its block.
 */
@ExtendWith(SharedCluster.class)
class ReversedScanIT {
  private static final int ROWS = 5_000;
  private static final long START = Instant.parse("2001-01-15T00:00:00Z").toEpochMilli();

  private final EmbeddedCluster cluster;

  ReversedScanIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void reversedScanSeeksEachRowAndATimeFromItsEndIsReadOn() throws Exception {
    try (TestTable times = filled("ts:8:long");
        TestTable fromTheEnd = filled("ts:8:revtime")) {
      Read reversed = read(times, new Scan().setReversed(true));
      Read forward = read(fromTheEnd, new Scan());
      assertThat(reversed.rows()).isEqualTo(forward.rows()).hasSize(ROWS).startsWith(ROWS - 1);
      assertThat(reversed.seeks()).isGreaterThanOrEqualTo(ROWS);
      assertThat(forward.seeks()).isLessThan(ROWS / 10);
    }
  }

  private record Read(List<Integer> rows, long seeks) {}

  private TestTable filled(String layout) throws Exception {
    TestTable table = TestTable.numbered("reversed").create(cluster);
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      Instant time = Instant.ofEpochMilli(START + row);
      byte[] key = KeyLayout.parse(layout).key().set("ts", time).build();
      puts.add(new Put(key).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes(row)));
    }
    table.table().put(puts);
    for (HRegion region : table.store().regions()) {
      region.flush(true);
    }
    return table;
  }

  private static Read read(TestTable table, Scan scan) throws Exception {
    seeks("instrument");
    List<Integer> rows = new ArrayList<>();
    try (ResultScanner scanner = table.table().getScanner(scan.setCaching(1_000))) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(Bytes.toInt(row.value()));
      }
    }
    return new Read(rows, (Long) seeks("getSeekCount"));
  }

  /** HBase counts the seeks in store files from {@code instrument} on, for tests of its own. */
  private static Object seeks(String name) throws ReflectiveOperationException {
    Method method = StoreFileScanner.class.getDeclaredMethod(name);
    method.setAccessible(true);
    return method.invoke(null);
  }
}
