package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.routing.index.IndexedReads;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A scan by an index, some of whose rows are refused more often than HBase's client reopens it. */
@ExtendWith(SharedCluster.class)
class RefusedIndexScanIT {
  private static final int ROWS = 20;

  /** Two rows of four places each, 20 times. */
  private static final int REFUSED = 2 * 4 * 20;

  private final EmbeddedCluster cluster;

  RefusedIndexScanIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Scan byBuyer() {
    Scan scan = new Scan();
    scan.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byBuyer: ann"));
    return scan;
  }

  private static List<String> keys(Iterable<Result> rows) {
    List<String> keys = new ArrayList<>();
    rows.forEach(row -> keys.add(Bytes.toString(row.getRow())));
    return keys;
  }

  @Test
  void clientsReceiveEachRowOnceAndNoError() throws Exception {
    String spec = "key=shop:4 order:6:digits,salt=random % 4,index=byBuyer(f:buyer)";
    try (TestTable orders =
            TestTable.numbered("technique")
                .salted(spec)
                .splits("\u0002")
                .coprocessor(RefusingOwner.class)
                .create(cluster);
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).join()) {
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        String row = "EACH%06d".formatted(i);
        expected.add(row);
        orders
            .table()
            .put(
                new Put(Bytes.toBytes(row))
                    .addColumn(F, Bytes.toBytes("buyer"), Bytes.toBytes("ann")));
      }
      RefusingOwner.refuse(REFUSED);
      try (ResultScanner rows = orders.table().getScanner(byBuyer())) {
        assertThat(keys(rows)).isEqualTo(expected);
      }
      assertThat(RefusingOwner.left()).isZero();
      RefusingOwner.refuse(REFUSED);
      assertThat(keys(async.getTable(orders.name()).scanAll(byBuyer()).join())).isEqualTo(expected);
      assertThat(RefusingOwner.left()).isZero();
    }
  }
}
