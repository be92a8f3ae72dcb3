package io.halite.it.door;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.fault.TornRows;
import io.halite.it.plugin.ClientRoutes;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link TornRows} by a guest, beside the gateway and the owners. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class TornRowAtDoorsIT {
  /** The first two belong to the region of {@code 60} on under each salt. */
  private static final List<byte[]> ROWS =
      List.of(new byte[] {0x60}, new byte[] {0x60, 1}, new byte[] {0x7A, 2});

  private final EmbeddedCluster cluster;

  TornRowAtDoorsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  @Test
  void readersNeverSeeHalfOfAnAtomicChange() throws Exception {
    assertNeverTorn(FOUR_BUCKETS);
  }

  @Tag("wide")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=unit:1 rest:*,salt=md5(unit)[0:2]",
        "key=row:*,salt=hash(*) % 4 letters-",
        FOUR_BUCKETS + ",index=byA(f:a)"
      })
  void readersNeverSeeHalfOfAnAtomicChangeUnderOtherSalts(String spec) throws Exception {
    assertNeverTorn(spec);
  }

  private void assertNeverTorn(String spec) throws Exception {
    Configuration conf = cluster.configuration();
    try (PlacedTable placed = PlacedTable.create(cluster, plan -> plan.salted(spec));
        ClientRoutes routes = ClientRoutes.open(conf);
        Connection client = ConnectionFactory.createConnection(conf)) {
      placed.awaitDoor();
      Table door = placed.atDoor(client);
      List<Table> tables = new ArrayList<>(routes.tables(placed.table().name()));
      tables.add(door);
      TornRows rows = new TornRows(ROWS, tables);
      long none = served();
      rows.begin(door);
      assertThat(served()).as("changes at the door").isGreaterThanOrEqualTo(none + 2);
      for (TornRows.Read read : rows.reads()) {
        long before = served();
        assertThat(read.of(door)).hasSize(ROWS.size());
        assertThat(served()).as("each way to read at the door").isGreaterThan(before);
      }
      long before = served();
      rows.change();
      // The door is one route of six for two of three rows.
      assertThat(served()).isGreaterThan(before + rows.changes() / 15);
      placed.table().admin().flush(placed.table().name());
      rows.assertWhole();
    }
  }
}
