package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests of every kind, whose guest loses its observer before that takes them over. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class UnloadedKindsIT {
  private static final AtomicInteger OPEN_SCANS = new AtomicInteger();

  private final EmbeddedCluster cluster;
  private final AtomicBoolean armed = new AtomicBoolean();
  private LoneGuest guest;

  UnloadedKindsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Counts the scans of clients that are open in a region. */
  public static final class Scans implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public RegionScanner postScannerOpen(
        ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner) {
      OPEN_SCANS.incrementAndGet();
      return scanner;
    }

    @Override
    public void postScannerClose(
        ObserverContext<RegionCoprocessorEnvironment> context, InternalScanner scanner) {
      OPEN_SCANS.decrementAndGet();
    }
  }

  @BeforeEach
  void create() throws Exception {
    guest = LoneGuest.create(cluster);
    guest.region().getCoprocessorHost().load(Scans.class, 0, cluster.configuration());
    LoadedObservers.unloadBeforeHooks(guest.region(), armed);
    OPEN_SCANS.set(0);
  }

  @AfterEach
  void drop() throws Exception {
    LoadedObservers.loadAgain();
    guest.close();
  }

  private List<String> stored() throws IOException {
    return guest.placed().table().store().cells(new Scan()).stream()
        .map(cell -> cell + "=" + Bytes.toStringBinary(CellUtil.cloneValue(cell)))
        .sorted()
        .toList();
  }

  /** Why the server has refused the request, or each of its actions. */
  private static List<Throwable> reasons(Throwable failure) {
    if (failure instanceof RetriesExhaustedWithDetailsException each) {
      return each.getCauses();
    }
    return failure instanceof RetriesExhaustedException
        ? reasons(failure.getCause())
        : List.of(failure);
  }

  @Test
  void aRequestOfAnyKindIsRefusedAndChangesNothing() throws Exception {
    Connection client = guest.connect(0);
    List<String> before = stored();
    for (RequestKind kind : RequestKind.values()) {
      try (Table table = guest.placed().atDoor(client)) {
        armed.set(true);
        Throwable failure = catchThrowable(() -> kind.send(table));
        assertThat(LoadedObservers.changes()).as("%s unloads", kind).isEqualTo(1);
        assertThat(failure).as("%s", kind).isNotNull();
        assertThat(reasons(failure))
            .as("%s: %s", kind, failure)
            .isNotEmpty()
            .allSatisfy(
                reason -> assertThat(reason).isExactlyInstanceOf(NotServingRegionException.class));
        LoadedObservers.loadAgain();
        assertThat(stored()).as("stored after %s", kind).isEqualTo(before);
      }
    }
    assertThat(OPEN_SCANS).as("open scans").hasValue(0);
  }

  /**
   * HBase has opened a scan of the guest's own rows, of which there are more, and does not let the
   * same request close it.
   */
  @Tag("wide")
  @Test
  void aScanThatIsRefusedWithRowsLeftEndsWithItsLease() throws Exception {
    RawRequests requests = new RawRequests(cluster.connection());
    byte[] gateway = guest.placed().name(0x60);
    armed.set(true);
    assertThatThrownBy(() -> requests.open(guest.placed().door(), gateway, new Scan(), 1))
        .isExactlyInstanceOf(NotServingRegionException.class);
    assertThat(LoadedObservers.changes()).isEqualTo(1);
    assertThat(OPEN_SCANS).hasValue(1);
    Polling.until("the lease ends", () -> OPEN_SCANS.get() == 0);
  }
}
