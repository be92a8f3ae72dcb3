package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.door.Polling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link SlowMetaIT} at a door: the owner regions have moved from where its guest knows them. */
@Tag("wide")
@Timeout(180)
class SlowMetaAtDoorsIT {
  private static final int CLIENT_MILLIS = 30_000;
  private static final int ROWS = 20;

  /**
   * Of {@code hbase:meta}. The door looks one row of the batch up, waits 2 s for that, and refuses
   * all; HBase's client in its server sends a scan that is not answered again after 3 and 6 s, and
   * gives up after 8. If the door looked each row up, 15 look-ups would fit in the client's time.
   */
  private static final int MOST_SCANS = 3;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = DoorCluster.start(2, site -> {});
    // A table with a coprocessor of the site ahead of Halite's has no doors.
    HRegion meta = cluster.utility().getHBaseCluster().getRegions(TableName.META_TABLE_NAME).get(0);
    meta.getCoprocessorHost()
        .load(SlowMeta.class, Coprocessor.PRIORITY_USER, cluster.configuration());
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  @AfterEach
  void release() {
    SlowMeta.release();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("a%03d000001".formatted(number));
  }

  private static List<Put> puts(String value) {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      puts.add(new Put(row(i)).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes(value)));
    }
    return puts;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TestTable.FOUR_BUCKETS,
        "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byBuyer(f:buyer)"
      })
  void aBatchLooksUpFewRowsAndReturnsItsPermit(String spec) throws Exception {
    try (PlacedTable placed = PlacedTable.create(cluster, plan -> plan.salted(spec));
        Connection patient = SlowMetaIT.connect(cluster, 60_000, 15);
        Connection impatient = SlowMetaIT.connect(cluster, CLIENT_MILLIS, 0)) {
      placed.awaitDoor();
      placed.atDoor(patient).put(puts("v0"));
      SlowMetaIT.moveOwners(cluster, placed.table());
      Table table = placed.atDoor(impatient);
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      SlowMeta.hold(placed.table().name());
      assertThatThrownBy(() -> table.put(puts("v1"))).isInstanceOf(IOException.class);
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served);
      Polling.until("no handler waits", () -> SeenForward.permitsInUse() == 0);
      assertThat(SlowMeta.held()).isBetween(1, MOST_SCANS);
      SlowMeta.release();
      placed.atDoor(patient).put(puts("v2"));
      for (int i = 0; i < ROWS; i++) {
        Get get = new Get(row(i));
        assertThat(placed.table().table().get(get).value()).asString().isEqualTo("v2");
      }
    }
  }

  /** Under salts that give a row several places there are no doors. */
  @ParameterizedTest
  @EnumSource(names = {"GET", "INCREMENT", "CHECK_PUT", "BATCH", "MUTATE_ROW"})
  void everyKindOfRequestReturnsItsPermitAndLetsTheDoorsRegionMove(RequestKind kind)
      throws Exception {
    try (PlacedTable placed = PlacedTable.create(cluster, plan -> {});
        Connection patient = SlowMetaIT.connect(cluster, 60_000, 15);
        Connection impatient = SlowMetaIT.connect(cluster, CLIENT_MILLIS, 0)) {
      placed.awaitDoor();
      RequestKind.fill(placed.atDoor(patient));
      SlowMetaIT.moveOwners(cluster, placed.table());
      Table table = placed.atDoor(impatient);
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      SlowMeta.hold(placed.table().name());
      assertThat(SlowMeta.failureBehindALookUp(kind, table)).isPresent();
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served);
      Polling.until("no handler waits", () -> SeenForward.permitsInUse() == 0);
      placed.move(0x40, placed.home());
      assertThat(SlowMeta.held()).isPositive();
      SlowMeta.release();
      kind.send(placed.table().table());
    }
  }
}
