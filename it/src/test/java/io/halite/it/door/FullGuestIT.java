package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients at a door of whose guests one has a memstore so full that HBase refuses its writes. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@Timeout(180)
class FullGuestIT {
  /** HBase refuses writes above four times the size that a region is flushed at. */
  private static final long FLUSH = 2 << 20;

  private static final long MUCH = 5 * FLUSH;

  private final EmbeddedCluster cluster;
  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private final List<HRegion> filled = new ArrayList<>();
  private LoneGuest guest;

  FullGuestIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    guest =
        LoneGuest.create(cluster, plan -> plan.value("MEMSTORE_FLUSHSIZE", String.valueOf(FLUSH)));
  }

  @AfterEach
  void drop() throws Exception {
    threads.shutdownNow();
    empty();
    guest.close();
  }

  /** Says that a region has much in memory, of which no flush frees anything. */
  private void fill(HRegion region) {
    region.getRegionServicesForStores().addMemStoreSize(MUCH, MUCH, 0, 0);
    filled.add(region);
  }

  private void empty() {
    for (HRegion region : filled) {
      region.getRegionServicesForStores().addMemStoreSize(-MUCH, -MUCH, 0, 0);
    }
    filled.clear();
  }

  @Test
  void aWriteThroughTheOnlyGuestIsDoneAsSoonAsThatIsFlushed() throws Exception {
    HRegion region = guest.region();
    try (Table table = guest.placed().atDoor(guest.connect(30))) {
      fill(region);
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      Future<?> write =
          threads.submit(
              () -> {
                table.put(put("row", "later"));
                return null;
              });
      Polling.until(
          "HBase refuses the write", () -> write.isDone() || region.getBlockedRequestsCount() > 1);
      assertThat(write).as("the write").isNotDone();
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served + 1);
      assertThat(guest.placed().value("row")).as("what others read meanwhile").isEqualTo("q");
      empty();
      write.get();
    }
    assertThat(guest.placed().value("row")).isEqualTo("later");
  }

  @Test
  void aWriteGoesThroughAnotherGuestThatIsNotFull() throws Exception {
    HRegion region = guest.region();
    guest.placed().move(0x40, guest.placed().door());
    HRegion other =
        guest.placed().table().store().regions().stream()
            .filter(each -> each.getRegionInfo().containsRow(new byte[] {0x41}))
            .findFirst()
            .orElseThrow();
    try (Table table = guest.placed().atDoor(guest.connect(0))) {
      for (HRegion full : List.of(region, other)) {
        fill(full);
        long served = DoorCluster.sum(cluster, DoorCounts::served);
        table.put(put("row", "through another"));
        assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served);
        empty();
      }
      assertThat(region.getBlockedRequestsCount() + other.getBlockedRequestsCount()).isZero();
    }
    assertThat(guest.placed().value("row")).isEqualTo("through another");
  }
}
