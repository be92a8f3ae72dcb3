package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * A row of many places, of which each is larger than a server puts into the answer of one batch:
 * 100 MB, and here 10 KB. HBase then answers one get of the batch, and asks to repeat the others.
 */
class LargeJoinedRowIT {
  private static final int MOST = 10 << 10;
  private static final int CELLS = 100;

  private static void limit(Configuration settings) {
    settings.setLong(HConstants.HBASE_SERVER_SCANNER_MAX_RESULT_SIZE_KEY, MOST);
  }

  @Test
  void aGetJoinsAllItsPlaces() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.startWithoutHdfs(1, LargeJoinedRowIT::limit);
        TestTable table = TestTable.named("large").salted("salt=random % 32").create(cluster)) {
      byte[] row = Bytes.toBytes("row");
      for (int cell = 0; cell < CELLS; cell++) {
        byte[] qualifier = Bytes.toBytes("q%03d".formatted(cell));
        table.table().put(new Put(row).addColumn(TestTable.F, qualifier, new byte[MOST + 1]));
      }
      Result joined = table.table().get(new Get(row));
      assertThat(joined.size()).isEqualTo(CELLS);
      assertThat(table.table().exists(new Get(row))).isTrue();
    }
  }
}
