package io.halite.it.rights;

import static io.halite.it.rights.HostileTable.F;
import static io.halite.it.rights.HostileTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Answers that wait in a gateway for their turn have few bytes, whatever rows are asked for. */
@ExtendWith(SharedCluster.class)
class ReadAheadBytesIT {
  private static final int ROWS = 40;
  private static final int LARGE = 1 << 20;
  private static final long MOST_BYTES = 8 << 20;

  private final EmbeddedCluster cluster;

  ReadAheadBytesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Every second row is a large one. */
  private static byte[] value(int row) {
    byte[] value = new byte[row % 2 == 0 ? 10 : LARGE];
    value[0] = (byte) row;
    return value;
  }

  @Test
  void largeRowsOfAMultiGetAreReadOneByOneAndSmallOnesTogether() throws Exception {
    try (HostileTable hostile =
            new HostileTable(cluster, "key=row:*,salt=hash(*) % 4", CountingObserver.class);
        Table table = hostile.table()) {
      List<Get> gets = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        table.put(new Put(Bytes.toBytes("row" + i)).addColumn(F, Q, value(i)));
        // What a client says of it is not believed.
        gets.add(new Get(Bytes.toBytes("row" + i)).setAttribute("halite.ahead", new byte[4]));
      }
      long before = CountingObserver.ANSWERED_TOGETHER.get();
      Result[] answers = table.get(gets);
      long together = CountingObserver.ANSWERED_TOGETHER.get() - before;
      for (int i = 0; i < ROWS; i++) {
        assertThat(answers[i].getValue(F, Q)).isEqualTo(value(i));
      }
      assertThat(together).isBetween(ROWS / 2 * 10L, MOST_BYTES);
    }
  }
}
