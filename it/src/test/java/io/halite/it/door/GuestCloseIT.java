package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import io.halite.it.fault.ClosingRegion;
import io.halite.it.fault.StuckOwner;
import io.halite.it.fault.StuckRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A guest region closes in time while a write that it serves waits for a silent server. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(180)
class GuestCloseIT {
  private final EmbeddedCluster cluster;
  private TestTable other;

  GuestCloseIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** A server closes its connection to owners with its last salted region. */
  @BeforeEach
  void create() throws Exception {
    other = TestTable.numbered("other").salted(TestTable.FOUR_BUCKETS).create(cluster);
  }

  @AfterEach
  void drop() throws Exception {
    other.close();
  }

  private static LongStream seeds() {
    return StuckRequest.seeds();
  }

  private static List<StuckRequest> underLock() {
    return StuckRequest.underLockOfGuest();
  }

  private static List<StuckRequest> withoutLock() {
    return StuckRequest.withoutLock();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aGuestClosesWhileADrawnWriteHoldsItsLock(long seed) throws Exception {
    closesBeside(StuckRequest.drawn(underLock(), seed));
  }

  @Tag("wide")
  @ParameterizedTest
  @MethodSource("underLock")
  void aGuestClosesWhileAWriteHoldsItsLock(StuckRequest request) throws Exception {
    closesBeside(request);
  }

  @Tag("wide")
  @ParameterizedTest
  @MethodSource("withoutLock")
  void aGuestClosesWhileAConditionalWriteWaits(StuckRequest request) throws Exception {
    closesBeside(request);
  }

  private void closesBeside(StuckRequest request) throws Exception {
    try (PlacedTable placed = PlacedTable.create(cluster, request::prepare);
        Connection client = ConnectionFactory.createConnection(cluster.configuration())) {
      byte[] stays = other.admin().getRegions(other.name()).get(0).getEncodedNameAsBytes();
      other.admin().move(stays, placed.door());
      leaveOnlyTheGuest(placed);
      RequestKind.fill(placed.table().table());
      placed.awaitDoor();
      Table table = placed.atDoor(client);
      HRegion guest = ClosingRegion.of(cluster, placed.table(), new byte[] {0x40});
      long served = served();
      CompletableFuture<Void> sent;
      try (AutoCloseable stuck = request.hold(placed.table().name())) {
        sent = request.begin(table);
        Polling.until("the owner is stuck", () -> StuckOwner.held() > 0);
        assertThat(served()).as("requests at doors").isGreaterThan(served);
        CompletableFuture<Void> moved = beginToMove(placed);
        ClosingRegion.await(guest);
        // Less than the client waits for an answer, and than the owner is stuck by itself.
        moved.get(40, TimeUnit.SECONDS);
        assertThat(StuckOwner.held()).as("held of %s", request).isPositive();
        assertThat(sent).as("%s", request).isNotDone();
      }
      sent.get(60, TimeUnit.SECONDS);
      request.kind().send(placed.table().table());
    }
  }

  /** Moves all regions of the table but that of {@code 40} on away from the door. */
  private void leaveOnlyTheGuest(PlacedTable placed) throws IOException {
    ServerName third = placed.servers().get(2);
    try (RegionLocator locator = cluster.connection().getRegionLocator(placed.table().name())) {
      for (HRegionLocation each : locator.getAllRegionLocations()) {
        int start =
            each.getRegion().getStartKey().length == 0 ? 0 : each.getRegion().getStartKey()[0];
        if (each.getServerName().equals(placed.door()) && start != 0x40) {
          placed.move(start, third);
        }
      }
    }
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  private static CompletableFuture<Void> beginToMove(PlacedTable placed) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            placed.move(0x40, placed.home());
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task).start());
  }
}
