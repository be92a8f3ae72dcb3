package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.ClientRoutes;
import java.util.List;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link TornRows} by gateways and straight to the owners. */
@ExtendWith(SharedCluster.class)
class TornRowIT {
  private static final List<byte[]> ROWS =
      List.of(new byte[] {0x20}, new byte[] {0x41, 1}, new byte[] {(byte) 0xF0, 2});

  /** The reversed units, 01 41, 02 F0 and 03 20, have another order. */
  private static final List<byte[]> SCATTERED =
      List.of(new byte[] {0x20, 3}, new byte[] {0x41, 1}, new byte[] {(byte) 0xF0, 2});

  private final EmbeddedCluster cluster;

  TornRowIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        FOUR_BUCKETS,
        "key=unit:1 rest:*,salt=md5(unit)[0:2]",
        "key=row:*,salt=hash(*) % 4 letters-",
        FOUR_BUCKETS + ",index=byA(f:a)"
      })
  void readersNeverSeeHalfOfAnAtomicChange(String spec) throws Exception {
    check(spec, ROWS);
  }

  /** Gateways read such rows in passes, and clients in any order straight from the owners. */
  @Test
  void readersNeverSeeHalfOfAnAtomicChangeWhereTheSaltScattersRows() throws Exception {
    check("key=unit:2 rest:*,salt=reverse(unit)", SCATTERED);
  }

  private void check(String spec, List<byte[]> keys) throws Exception {
    try (TestTable fixture = FaultTables.create(cluster, spec);
        ClientRoutes routes = ClientRoutes.open(fixture.connection().getConfiguration())) {
      List<Table> tables = routes.tables(fixture.name());
      TornRows rows = new TornRows(keys, tables);
      rows.begin(fixture.table());
      rows.change();
      fixture.admin().flush(fixture.name());
      rows.assertWhole();
    }
  }
}
