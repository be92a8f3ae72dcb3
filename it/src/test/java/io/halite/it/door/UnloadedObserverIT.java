package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Guests whose observer is unloaded while they serve a request, as HBase does with a coprocessor
 * that fails, unless it ends the server. What HBase then reads in the guest region is no answer.
 */
@ExtendWith(SharedDoorCluster.class)
class UnloadedObserverIT {
  private static final String REFUSED = "NotServingRegionException";

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private RawRequests requests;

  UnloadedObserverIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Unloads Halite's observer while HBase calls the hooks before the first request. */
  public static final class Unloading implements RegionCoprocessor, RegionObserver {
    /** The owner of a row may be on the door, too: its hooks come later. */
    static final AtomicBoolean ARMED = new AtomicBoolean();

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preGetOp(
        ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result) {
      if (!get.isCheckExistenceOnly()) {
        unload(context);
      }
    }

    @Override
    public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan) {
      unload(context);
    }

    @Override
    public void prePut(
        ObserverContext<RegionCoprocessorEnvironment> context, Put put, WALEdit edit) {
      unload(context);
    }

    private static void unload(ObserverContext<RegionCoprocessorEnvironment> context) {
      if (ARMED.getAndSet(false)) {
        LoadedObservers.unload((HRegion) context.getEnvironment().getRegion());
      }
    }
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    requests = new RawRequests(cluster.connection());
    placed.table().put(List.of("anna", "bert"));
    placed.awaitDoor(requests);
    for (HRegion region : regions()) {
      region.getCoprocessorHost().load(Unloading.class, 0, cluster.configuration());
    }
    Unloading.ARMED.set(true);
  }

  /** The table's regions on the door. */
  private List<HRegion> regions() {
    return cluster
        .utility()
        .getMiniHBaseCluster()
        .getRegionServer(placed.door())
        .getRegions(placed.table().name());
  }

  @AfterEach
  void drop() throws Exception {
    Unloading.ARMED.set(false);
    LoadedObservers.loadAgain();
    placed.close();
  }

  private static Get get(String row) {
    return new Get(bytes(row));
  }

  /** Without Halite's observer HBase reads the guest's first row, which is not there. */
  @Test
  void theLaterGetsOfABatchDoNotSayThatTheirRowsAreNotThere() throws Exception {
    assertThat(
            requests.multi(
                placed.door(), part(placed.name(0x60), action(get("anna")), action(get("bert")))))
        .containsExactly(REFUSED, REFUSED);
    assertThat(LoadedObservers.changes()).isEqualTo(1);
    LoadedObservers.loadAgain();
    assertThat(placed.value("bert")).isEqualTo("bert");
  }

  /** The get unloads the observer; HBase refuses the put's row, which is not one of the guest. */
  @Test
  void aLaterPutOfABatchIsNotStoredUnderItsNaturalKey() throws Exception {
    RegionAction part = part(placed.name(0x60), action(get("anna")), action(put("cleo")));
    assertThat(requests.multi(placed.door(), part)).containsExactly(REFUSED, REFUSED);
    LoadedObservers.loadAgain();
    assertThat(placed.value("cleo")).isEmpty();
    assertThat(placed.table().store().keys()).noneMatch(key -> key.startsWith("cleo"));
  }

  @Test
  void aRegionWithoutItsObserverIsNoGuest() throws Exception {
    Unloading.ARMED.set(false);
    RegionAction part = part(placed.name(0x60), action(get("anna")));
    assertThat(requests.multi(placed.door(), part)).containsExactly("anna=anna");
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    regions().forEach(LoadedObservers::unload);
    assertThat(requests.multi(placed.door(), part)).containsExactly(REFUSED);
    assertThat(DoorCluster.sum(cluster, DoorCounts::served))
        .as("no guest has begun")
        .isEqualTo(served);
  }

  /** Its clients are served well at their gateway region. */
  @Test
  void aRegionWhoseObserverRefusesAllRequestsIsNoGuest() throws Exception {
    Unloading.ARMED.set(false);
    RegionAction part = part(placed.name(0x60), action(get("anna")));
    assertThat(requests.multi(placed.door(), part)).containsExactly("anna=anna");
    regions().forEach(LoadedObservers::loadTwice);
    assertThat(requests.multi(placed.door(), part)).containsExactly(REFUSED);
  }

  @Test
  void aPutThatIsNotForwardedDoesNotCountAsDone() throws Exception {
    var gateway = RawRequests.region(placed.name(0x60));
    assertThatThrownBy(() -> requests.put(placed.door(), gateway, put("cleo")))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(LoadedObservers.changes()).isEqualTo(1);
    LoadedObservers.loadAgain();
    assertThat(placed.value("cleo")).isEmpty();
    assertThat(placed.table().store().keys()).noneMatch(key -> key.startsWith("cleo"));
  }

  /** The get unloads the observer; the put's row is one of the only region of the door. */
  @Test
  void aPutByTheOldNameOfASplitRegionIsNotStoredUnderItsNaturalKeyInADaughter() throws Exception {
    Unloading.ARMED.set(false);
    byte[] old = placed.name(0x60);
    placed.table().admin().splitRegionAsync(old, bytes("n")).get();
    for (HRegion region : regions()) {
      placed.table().admin().move(region.getRegionInfo().getEncodedNameAsBytes(), placed.home());
    }
    placed.move('n', placed.door());
    assertThat(regions()).hasSize(1);
    assertThat(requests.multi(placed.door(), part(placed.name(0x40), action(get("Bert")))))
        .as("the daughter is the guest of others")
        .containsExactly("-");
    regions().get(0).getCoprocessorHost().load(Unloading.class, 0, cluster.configuration());
    Unloading.ARMED.set(true);
    RegionAction part = part(old, action(get("anna")), action(put("nora")));
    assertThat(requests.multi(placed.door(), part)).containsExactly(REFUSED);
    assertThat(placed.table().store().keys()).noneMatch(key -> key.startsWith("nora"));
  }

  @Test
  void aScanThatNoObserverHasOpenedFails() throws IOException {
    byte[] gateway = placed.name(0x60);
    assertThatThrownBy(() -> requests.open(placed.door(), gateway, new Scan(), 5))
        .isInstanceOf(IOException.class);
    assertThat(LoadedObservers.changes()).isEqualTo(1);
  }
}
