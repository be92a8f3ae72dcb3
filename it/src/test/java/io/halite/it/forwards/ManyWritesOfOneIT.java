package io.halite.it.forwards;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One put or get of which a gateway makes more requests than a server takes at once, where servers
 * refuse larger ones. A plain table takes it, since it is one row.
 */
@Timeout(120)
@ExtendWith(SharedCluster.class)
class ManyWritesOfOneIT {
  private static final String REJECT = "hbase.rpc.rows.size.threshold.reject";
  private static final String MOST = HConstants.BATCH_ROWS_THRESHOLD_NAME;
  private static final int VERSIONS = 6_000;
  private static final int LOWERED = 1_000;
  private static final byte[] ROW = Bytes.toBytes("row");

  private final EmbeddedCluster cluster;

  ManyWritesOfOneIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void refuseLargeRequests() throws IOException {
    cluster.update(REJECT, "true");
  }

  @AfterEach
  void takeLargeRequests() throws IOException {
    cluster.update(REJECT, "false");
    cluster.update(MOST, Integer.toString(HConstants.BATCH_ROWS_THRESHOLD_DEFAULT));
  }

  /** A table whose rows, and those of its index, are on one server each. */
  private TestTable table(String spec) throws IOException {
    return TestTable.numbered("versions")
        .salted(spec)
        .versions(VERSIONS)
        .families(F)
        .createImpatiently(cluster);
  }

  private static void put(Table table) throws IOException {
    Put put = new Put(ROW);
    for (int i = 1; i <= VERSIONS; i++) {
      put.addColumn(F, Q, i, Bytes.toBytes(i));
    }
    table.put(put);
    assertThat(table.get(new Get(ROW).readAllVersions()).size()).isEqualTo(VERSIONS);
  }

  /** An operator lowers HBase's limit while the servers run. */
  @ParameterizedTest
  @ValueSource(ints = {HConstants.BATCH_ROWS_THRESHOLD_DEFAULT, LOWERED})
  void aPutOfManyTimeStampsIsStoredInAllOfItsPlaces(int most) throws Exception {
    cluster.update(MOST, Integer.toString(most));
    try (TestTable salted = table("key=row:*,salt=random % 4")) {
      put(salted.table());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {HConstants.BATCH_ROWS_THRESHOLD_DEFAULT, LOWERED})
  void aPutOfManyValuesHasAnIndexEntryForEach(int most) throws Exception {
    cluster.update(MOST, Integer.toString(most));
    try (TestTable indexed = table(TestTable.FOUR_BUCKETS + ",index=byQ(f:q)")) {
      put(indexed.table());
      try (Table entries = indexed.connection().getTable(indexed.indexTables().get(0))) {
        assertThat(TestTable.scan(entries, new Scan())).hasSize(VERSIONS);
      }
    }
  }

  @Test
  void aRowOfMorePlacesThanServersReadAtOnceIsRead() throws Exception {
    try (TestTable salted = table("key=row:*,salt=random % 4")) {
      salted.table().put(new Put(ROW).addColumn(F, Q, ROW));
      cluster.update(MOST, "3");
      assertThat(salted.table().get(new Get(ROW)).value()).isEqualTo(ROW);
      assertThat(salted.table().exists(new Get(ROW))).isTrue();
    }
  }
}
