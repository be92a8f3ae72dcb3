package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Scans with a limit over buckets of two regions, whose rows are larger than what a gateway reads
 * ahead. HBase's client may then count the last row of a region twice.
 */
@ExtendWith(SharedCluster.class)
class LimitedLargeRowsIT {
  private static final String SPEC = "key=unit:1 rest:*,salt=hash(unit) % 16";

  /** One row each of many buckets, then the rows of one. */
  private static final String UNITS = "abcdefghijklmnop";

  private static final int ROWS = 12;
  private static final int CELL_BYTES = 150 << 10;

  @Test
  void noRowIsMissingAtAnyLimit(EmbeddedCluster cluster) throws Exception {
    TablePlan plan = TestTable.numbered("limited").salted(SPEC);
    for (byte[] bucket : SaltingSpec.parse(SPEC).salt().prefixes()) {
      if (bucket[0] > 0) {
        plan.splits(bucket);
      }
      plan.splits(Bytes.add(bucket, Bytes.toBytes("r04")));
    }
    try (TestTable table = plan.create(cluster)) {
      List<String> rows = new ArrayList<>();
      for (char unit : UNITS.toCharArray()) {
        rows.add(unit + "00");
        put(table, unit + "00", 1);
      }
      for (int i = 0; i < ROWS; i++) {
        String row = "r%02d".formatted(i);
        rows.add(row);
        put(table, row, CELL_BYTES);
      }
      for (boolean reversed : new boolean[] {false, true}) {
        for (int limit = 1; limit <= rows.size(); limit += 3) {
          assertThat(table.scan(new Scan().setReversed(reversed).setLimit(limit)))
              .as("reversed %s, limit %d", reversed, limit)
              .isEqualTo(rows.subList(0, limit));
        }
        Collections.reverse(rows);
      }
    }
  }

  /** A region whose last cells are older versions says that its last row may have more. */
  private static void put(TestTable table, String row, int length) throws Exception {
    for (int version = 1; version <= 2; version++) {
      Put put = new Put(Bytes.toBytes(row));
      table.table().put(put.addColumn(TestTable.F, TestTable.Q, version, new byte[length]));
    }
  }
}
