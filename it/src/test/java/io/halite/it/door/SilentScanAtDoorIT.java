package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.fault.SilentScan;
import io.halite.it.fault.StallingObserver;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A door keeps a scan alive whose next row does not arrive for longer than its client waits. */
@Tag("wide")
@Timeout(100)
@ExtendWith(SharedDoorCluster.class)
class SilentScanAtDoorIT {
  private final EmbeddedCluster cluster;

  SilentScanAtDoorIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @AfterEach
  void letGo() {
    StallingObserver.letGo();
  }

  /** Rows of many places have no doors. */
  @ParameterizedTest
  @CsvSource({"MERGED, false", "PASSED, true"})
  void aScanThatStartsAtACursorReturnsEachRowOnce(SilentScan way, boolean reversed)
      throws Exception {
    try (SiteValue passes = SilentScan.shortPasses(cluster)) {
      atDoor(way.spec(), SilentScan.ROWS, table -> way.requireEachRowOnce(table, reversed));
    }
  }

  @Test
  void aScanByAnIndexOutlastsItsStaleEntries() throws Exception {
    atDoor(SilentScan.INDEXED, List.of(), SilentScan::requireTheRowBehindStaleEntries);
  }

  private interface Requests {
    void send(Table table) throws Exception;
  }

  private void atDoor(String spec, List<String> rows, Requests requests) throws Exception {
    try (PlacedTable placed =
            PlacedTable.create(
                cluster, plan -> plan.salted(spec).coprocessor(StallingObserver.class));
        Connection client = ConnectionFactory.createConnection(SilentScan.impatient(cluster))) {
      placed.table().put(rows);
      placed.awaitDoor();
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      try (Table table = placed.atDoor(client)) {
        requests.send(table);
      }
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served);
    }
  }
}
