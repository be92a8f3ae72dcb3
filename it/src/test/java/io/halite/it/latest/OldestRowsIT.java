package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The oldest rows of a history come in one piece, which a server must be able to hold. */
@ExtendWith(SharedCluster.class)
class OldestRowsIT {
  private static final int LARGE_ROWS = 40;
  private static final int LARGE = 1 << 20;

  @Test
  void moreThanOneCallMayReadIsRefusedAndLessIsAnswered(EmbeddedCluster cluster) throws Exception {
    TableName name =
        LatestTables.create(cluster, "oldest", "key=unit:3 ts:8:revtime tie:*,salt=none", true);
    try (Table table = cluster.connection().getTable(name);
        LatestClient client = LatestClient.open(cluster.connection(), name)) {
      for (int time = 0; time < LARGE_ROWS; time++) {
        table.put(row(0, time, 1));
        table.put(row(1, time, LARGE));
      }
      assertThat(ScannedRows.of(client.ask(LatestQuery.oldest(5))).keySet())
          .containsExactly("K00", "K01");
      assertThatThrownBy(() -> ScannedRows.of(client.ask(LatestQuery.oldest(LARGE_ROWS))))
          .hasCauseInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(
              " take more than 32 MB, which one call reads at most: request fewer rows or columns");
    } finally {
      cluster.utility().deleteTable(name);
    }
  }

  private static Put row(int key, int time, int length) {
    return new Put(LatestTables.row(key, time, 0))
        .addColumn(LatestTables.F, LatestTables.A, new byte[length]);
  }
}
