package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class GuestPinsTest {
  private final DoorTable table = new DoorTable(Redirects.assignments());

  /** Another coprocessor that fails whenever an operation of a region ends. */
  public static final class Failing implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void postCloseRegionOperation(
        ObserverContext<RegionCoprocessorEnvironment> context, Operation operation)
        throws IOException {
      throw new IOException("an observer that fails");
    }
  }

  private GuestPins pinned(OpenRegion... regions) {
    GuestPins pins = new GuestPins();
    for (OpenRegion region : regions) {
      pins.pin(table.add(region), table);
    }
    return pins;
  }

  @Test
  void aPinnedRegionIsLockedUntilTheRequestHasBeenServed() throws Exception {
    OpenRegion region = OpenRegion.of("b", "c");
    try (GuestPins pins = new GuestPins()) {
      assertThat(pins.pin(table.add(region), table)).isTrue();
      assertThat(region.region().getReadLockCount()).isEqualTo(1);
    }
    assertThat(region.region().getReadLockCount()).isZero();
  }

  /** HBase would hold the handler until the load is over, or for a minute. */
  @Test
  void aRegionThatALoadWaitsForIsNotPinned() throws Exception {
    OpenRegion region = OpenRegion.of("b", "c");
    GatewayRegion guest = table.add(region);
    region.serving = false;
    try (GuestPins pins = new GuestPins()) {
      assertThat(pins.pin(guest, table)).isFalse();
      assertThat(region.region().getReadLockCount()).as("it asks for no lock").isZero();
    }
  }

  @Test
  void aRegionWhoseObserverHasTakenTheRequestOverMayClose() throws Exception {
    OpenRegion first = OpenRegion.of("b", "c");
    OpenRegion second = OpenRegion.of("c", "d");
    try (GuestPins pins = pinned(first, second)) {
      pins.release(first.region());
      assertThat(pins.isAnyHeld()).as("the guest of another part is held").isTrue();
      assertThat(first.region().getReadLockCount()).isZero();
      assertThat(second.region().getReadLockCount()).isEqualTo(1);
      pins.release(second.region());
      assertThat(pins.isAnyHeld()).isFalse();
    }
    assertThat(second.region().getReadLockCount()).isZero();
  }

  /**
   * While a forward of one part waits for its owner, the guest of another part may have to close.
   */
  @Test
  void theGuestOfALaterPartThatBeginsToCloseIsNoticed() throws Exception {
    OpenRegion first = OpenRegion.of("b", "c");
    OpenRegion second = OpenRegion.of("c", "d");
    try (GuestPins pins = pinned(first, second)) {
      pins.release(first.region());
      assertThat(pins.isAnyClosing()).isFalse();
      second.region().setClosing(true);
      assertThat(pins.isAnyClosing()).isTrue();
      second.region().setClosing(false);
    }
  }

  @Test
  void aBulkLoadKnowsOfARequestUntilItsRegionIsLetGoOf() throws Exception {
    OpenRegion first = OpenRegion.of("b", "c");
    OpenRegion second = OpenRegion.of("c", "d");
    GatewayRegion guest = table.add(second);
    try (GuestPins pins = new GuestPins()) {
      pins.pin(table.add(first), table);
      pins.pin(guest, table);
      pins.pin(guest, table);
      assertThat(first.begun).isEqualTo(1);
      assertThat(second.begun).as("one for both parts").isEqualTo(1);
      pins.release(first.region());
      assertThat(first.begun).isZero();
    }
    assertThat(second.begun).isZero();
    try (GuestPins pins = new GuestPins()) {
      pins.pin(guest, table);
      assertThat(pins.isAnyWantedByLoad()).isFalse();
      second.loadWaits = true;
      assertThat(pins.isAnyWantedByLoad()).isTrue();
    }
    try (GuestPins pins = new GuestPins()) {
      assertThat(pins.pin(guest, table)).isFalse();
      assertThat(second.region().getReadLockCount()).as("it asks for no lock").isZero();
    }
  }

  @Test
  void aRegionThatIsTheGuestOfTwoPartsStaysPinnedUntilTheEnd() throws Exception {
    OpenRegion region = OpenRegion.of("b", "c");
    GatewayRegion guest = table.add(region);
    try (GuestPins pins = new GuestPins()) {
      pins.pin(guest, table);
      pins.pin(guest, table);
      pins.release(region.region());
      assertThat(pins.isAnyHeld()).isTrue();
      assertThat(region.region().getReadLockCount()).isEqualTo(1);
    }
    assertThat(region.region().getReadLockCount()).isZero();
  }

  /** The lock of a region can be held 65,535 times, and then throws an Error. */
  @Test
  void aRegionMayBeTheGuestOfMorePartsThanItsLockCanBeHeld() throws Exception {
    OpenRegion region = OpenRegion.of("b", "c");
    GatewayRegion guest = table.add(region);
    try (GuestPins pins = new GuestPins()) {
      for (int part = 0; part < 70_000; part++) {
        assertThat(pins.pin(guest, table)).isTrue();
      }
      assertThat(region.region().getReadLockCount()).isEqualTo(1);
    }
    assertThat(region.region().getReadLockCount()).isZero();
  }

  @Test
  void aRegionThatBeginsToCloseTakesNoFurtherPart() throws Exception {
    OpenRegion region = OpenRegion.of("b", "c");
    GatewayRegion guest = table.add(region);
    try (GuestPins pins = new GuestPins()) {
      assertThat(pins.pin(guest, table)).isTrue();
      region.region().setClosing(true);
      assertThat(pins.pin(guest, table)).isFalse();
      region.region().setClosing(false);
    }
    assertThat(region.region().getReadLockCount()).isZero();
  }

  @Test
  void aRegionThatAnotherPartNamesStaysPinnedUntilTheEnd() throws Exception {
    for (boolean encoded : new boolean[] {false, true}) {
      OpenRegion region = OpenRegion.of("b", "c");
      RegionInfo info = region.region().getRegionInfo();
      try (GuestPins pins = new GuestPins()) {
        pins.keep(
            ByteString.copyFrom(encoded ? info.getEncodedNameAsBytes() : info.getRegionName()));
        pins.pin(table.add(region), table);
        pins.release(region.region());
        assertThat(pins.isAnyHeld()).isTrue();
      }
      assertThat(region.region().getReadLockCount()).isZero();
    }
  }

  @Test
  void aRegionThatIsClosingIsNotPinned() throws Exception {
    OpenRegion region = OpenRegion.of("b", "c");
    region.region().setClosing(true);
    try (GuestPins pins = new GuestPins()) {
      assertThat(pins.pin(table.add(region), table)).isFalse();
    }
    assertThat(region.begun).isZero();
    assertThat(region.region().getReadLockCount()).isZero();
  }

  @Test
  void aRegionThatHasLeftTheTableOrServesNoMoreIsLetGoOf() throws Exception {
    OpenRegion left = OpenRegion.of("b", "c");
    GatewayRegion gone = table.add(left);
    table.remove(left);
    OpenRegion other = OpenRegion.of("c", "d");
    other.serving = false;
    try (GuestPins pins = new GuestPins()) {
      assertThat(pins.pin(gone, table)).isFalse();
      assertThat(pins.pin(table.add(other), table)).isFalse();
    }
    assertThat(left.region().getReadLockCount()).isZero();
    assertThat(other.region().getReadLockCount()).isZero();
  }

  @Test
  void anObserverThatFailsLeavesNoRegionPinned() throws Exception {
    OpenRegion first = OpenRegion.of("b", "c");
    OpenRegion second = OpenRegion.of("c", "d");
    Configuration conf = new Configuration(false);
    conf.set(CoprocessorHost.REGION_COPROCESSOR_CONF_KEY, Failing.class.getName());
    // HBase removes an observer that fails, unless the server is to abort.
    conf.setBoolean(CoprocessorHost.ABORT_ON_ERROR_KEY, false);
    first.region().setCoprocessorHost(new RegionCoprocessorHost(first.region(), null, conf));
    try (GuestPins pins = new GuestPins()) {
      assertThat(pins.pin(table.add(first), table)).isTrue();
      assertThat(pins.pin(table.add(second), table)).isTrue();
    }
    assertThat(first.region().getReadLockCount()).isZero();
    assertThat(second.region().getReadLockCount()).isZero();
  }
}
