package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.peer;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayRegionTest {
  private static final Decision KEEP = new Decision.Keep();

  private OpenRegion region;
  private GatewayRegion gateway;

  @BeforeEach
  void open() throws IOException {
    region = OpenRegion.of("b", "c");
    gateway = new GatewayRegion(region, new DoorLoads());
    gateway.open(true);
  }

  private Decision second(int peer) {
    gateway.decide(peer(peer), 0, 1);
    return gateway.decide(peer(peer + 1), 0, 1);
  }

  @Test
  void itRedirectsToServersThatAnsweredAProbeAndToNoOther() {
    region.doors.add(server(2));
    gateway.probe(others(3), 0);
    assertThat(region.probed).containsExactlyInAnyOrderElementsOf(others(3));
    // The region has no store, so it has no sequence number.
    assertThat(second(1)).isEqualTo(new Decision.Redirect(server(2), HConstants.NO_SEQNUM + 1));
  }

  @Test
  void withoutDoorsOrWhileItIsClosedItKeepsEveryRequest() {
    assertThat(second(1)).isEqualTo(KEEP);
    region.doors.add(server(1));
    gateway.probe(others(1), 0);
    gateway.open(false);
    assertThat(second(1)).isEqualTo(KEEP);
  }

  @Test
  void itIsCountedAsRedirectingOnlyWhileItIsOpenAndHasADoor() {
    gateway.probe(others(1), 0);
    assertThat(gateway.isRedirecting()).as("open, without a door").isFalse();
    region.doors.add(server(1));
    gateway.probe(others(1), 20_000);
    assertThat(gateway.isRedirecting()).isTrue();
    gateway.open(false);
    assertThat(gateway.isRedirecting()).as("closed").isFalse();
  }

  @Test
  void aDoorIsProbedAgainAfterTwentySecondsAndLostWhenItFails() {
    region.doors.add(server(1));
    gateway.probe(others(1), 0);
    gateway.probe(others(1), 19_999);
    assertThat(region.probed).hasSize(1);
    region.doors.clear();
    gateway.probe(others(1), 20_000);
    assertThat(region.probed).hasSize(2);
    assertThat(second(1)).isEqualTo(KEEP);
  }

  @Test
  void aServerThatIsNoCandidateAnyMoreIsNoDoor() {
    region.doors.addAll(others(2));
    gateway.probe(others(2), 0);
    gateway.probe(List.of(server(2)), 1);
    assertThat(second(1)).isEqualTo(new Decision.Redirect(server(2), 0));
  }

  @Test
  void aServerThatFailsIsProbedLessOftenUpToEveryTwentySeconds() {
    long now = 0;
    for (long wait : new long[] {1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000}) {
      region.probed.clear();
      gateway.probe(others(1), now);
      gateway.probe(others(1), now + wait - 1);
      assertThat(region.probed).as("a wait of %s", wait).hasSize(1);
      now += wait;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000_000, -1_000_000})
  void theTimeMayHaveAnyOrigin(long now) {
    assertThat(gateway.isUsed(now)).isFalse();
    assertThat(gateway.takeNatural(now)).isZero();
    assertThat(gateway.isUsed(now)).isFalse();
    gateway.count(true, 1);
    gateway.takeNatural(now);
    assertThat(gateway.isUsed(now)).isTrue();
    region.doors.add(server(1));
    gateway.probe(others(1), now);
    assertThat(region.probed).containsExactly(server(1));
  }

  @Test
  void itCountsNaturalAndMarkedOperationsApartSinceTheLastLook() {
    gateway.count(true, 3);
    gateway.count(false, 5);
    gateway.count(true, 4);
    assertThat(gateway.takeNatural(0)).isEqualTo(7);
    assertThat(gateway.takeMarked()).isEqualTo(5);
    assertThat(gateway.takeNatural(0)).isZero();
    assertThat(gateway.takeMarked()).isZero();
  }

  @Test
  void itIsUsedForAMinuteAfterTheLastNaturalOperation() {
    gateway.count(true, 1);
    gateway.takeNatural(5);
    gateway.count(false, 1);
    gateway.takeNatural(30_000);
    assertThat(gateway.isUsed(60_004)).isTrue();
    assertThat(gateway.isUsed(60_005)).isFalse();
  }
}
