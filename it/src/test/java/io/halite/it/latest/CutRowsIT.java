package io.halite.it.latest;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Newest rows that come in pieces, of a table whose regions jump over the other rows. */
@ExtendWith(SharedCluster.class)
class CutRowsIT {
  private final EmbeddedCluster cluster;

  CutRowsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** What the filter holds of a row that is jumped over must not hide the row behind it. */
  @ParameterizedTest
  @CsvSource({"1, A30 B30", "at 20, A20 B20"})
  void noRowIsLostBehindAPieceOfAnother(String latest, String rows) throws Exception {
    try (TestTable table =
        TestTable.numbered("cut").salted("key=unit:1 ts:8:revtime,salt=none").create(cluster)) {
      for (String unit : new String[] {"A", "B"}) {
        for (int time = 10; time <= 30; time += 10) {
          Put put = new Put(row(unit, time));
          for (byte qualifier = 'a'; qualifier < 'd'; qualifier++) {
            put.addColumn(F, new byte[] {qualifier}, new byte[100]);
          }
          table.table().put(put);
        }
      }
      Scan scan = new Scan().setFilter(new FirstKeyOnlyFilter());
      scan.setAttribute("halite.latest", Bytes.toBytes(latest));
      scan.setAllowPartialResults(true).setMaxResultSize(1);
      assertThat(String.join(" ", found(table, scan))).isEqualTo(rows);
    }
  }

  private static Set<String> found(TestTable table, Scan scan) throws Exception {
    Set<String> found = new LinkedHashSet<>();
    try (ResultScanner scanner = table.table().getScanner(scan)) {
      for (Result piece : scanner) {
        byte[] row = piece.getRow();
        found.add(Bytes.toString(row, 0, 1) + (Long.MAX_VALUE - Bytes.toLong(row, 1)));
      }
    }
    return found;
  }

  private static byte[] row(String unit, long time) {
    return ByteBuffer.allocate(9)
        .put(unit.getBytes(StandardCharsets.US_ASCII))
        .putLong(Long.MAX_VALUE - time)
        .array();
  }
}
