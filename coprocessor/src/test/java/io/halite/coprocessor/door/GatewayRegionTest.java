package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.arrival;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.peer;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayRegionTest {
  private static final Decision KEEP = new Decision.Keep();

  private final DoorLoads loads = new DoorLoads();
  private OpenRegion region;
  private GatewayRegion gateway;

  @BeforeEach
  void open() throws IOException {
    region = OpenRegion.of("b", "c");
    gateway = gateway(region, new TableProbes());
    gateway.startRedirecting();
  }

  private GatewayRegion gateway(OpenRegion region, TableProbes probes) {
    return new GatewayRegion(
        region, loads, new ServedLoad(), new TableShares(), probes, Redirects.assignments());
  }

  private void probe(List<ServerName> servers, long now) {
    gateway.probe(servers, new ProbeRound(), () -> now);
  }

  /** A round in which {@code server(number)} has kept a probe of another region waiting in vain. */
  private static ProbeRound silent(int number) {
    ProbeRound round = new ProbeRound();
    round.asked(server(number), false, 250);
    return round;
  }

  private Decision second(int peer) {
    gateway.decide(peer(peer), arrival(0), 1);
    return gateway.decide(peer(peer + 1), arrival(0), 1);
  }

  @Test
  void itRedirectsToServersThatAnsweredAProbeAndToNoOther() {
    region.doors.add(server(2));
    probe(others(3), 0);
    assertThat(region.probed).containsExactlyInAnyOrderElementsOf(others(3));
    // The region has no store, so it has no sequence number.
    assertThat(second(1)).isEqualTo(new Decision.Redirect(server(2), HConstants.NO_SEQNUM + 1));
  }

  @Test
  void withoutDoorsOrWhileItIsClosedItKeepsEveryRequest() {
    assertThat(second(1)).isEqualTo(KEEP);
    region.doors.add(server(1));
    probe(others(1), 0);
    gateway.stopRedirecting(0);
    assertThat(second(1)).isEqualTo(KEEP);
  }

  @Test
  void itIsCountedAsRedirectingOnlyWhileItIsOpenAndHasADoor() {
    probe(others(1), 0);
    assertThat(gateway.isRedirecting(0)).as("open, without a door").isFalse();
    region.doors.add(server(1));
    probe(others(1), 20_000);
    assertThat(gateway.isRedirecting(20_000)).isTrue();
    gateway.stopRedirecting(0);
    assertThat(gateway.isRedirecting(0)).as("closed").isFalse();
  }

  @Test
  void aDoorIsProbedAgainAfterTwentySecondsAndLostWhenItFailsTwice() {
    region.doors.add(server(1));
    probe(others(1), 0);
    probe(others(1), 19_999);
    assertThat(region.probed).hasSize(1);
    region.doors.clear();
    probe(others(1), 20_000);
    assertThat(region.probed).hasSize(2);
    assertThat(gateway.isRedirecting(20_000)).as("after one failure").isTrue();
    probe(others(1), 21_000);
    assertThat(region.probed).hasSize(3);
    assertThat(gateway.isRedirecting(21_000)).as("after two").isFalse();
  }

  @Test
  void aDoorThatFailsOnceAndThenAnswersIsOneAsBefore() {
    for (long now : new long[] {0, 21_000, 42_000}) {
      region.doors.add(server(1));
      probe(others(1), now);
      region.doors.clear();
      probe(others(1), now + 20_000);
      assertThat(gateway.isRedirecting(now + 20_000)).isTrue();
    }
  }

  @Test
  void aDoorThatIsNotAskedForAnotherRegionsSakeStaysOneForFortySeconds() {
    region.doors.add(server(1));
    probe(others(1), 0);
    ProbeRound silent = silent(1);
    for (long now = 20_000; now < 40_000; now += 1_000) {
      long at = now;
      gateway.probe(others(1), silent, () -> at);
      assertThat(gateway.isRedirecting(now)).as("after %s ms", now).isTrue();
    }
    probe(others(1), 40_000);
    assertThat(region.probed).as("its own turn").hasSize(2);
    for (long now : new long[] {80_000, 81_000}) {
      gateway.probe(others(1), silent, () -> now);
    }
    assertThat(gateway.isRedirecting(81_000)).as("twice in vain, and late").isFalse();
  }

  @Test
  void aServerThatIsNoCandidateAnyMoreIsNoDoor() {
    region.doors.addAll(others(2));
    probe(others(2), 0);
    probe(List.of(server(2)), 1);
    assertThat(second(1)).isEqualTo(new Decision.Redirect(server(2), 0));
  }

  @Test
  void aServerThatFailsIsProbedLessOftenUpToEveryTwentySeconds() {
    long now = 0;
    for (long wait : new long[] {1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000}) {
      region.probed.clear();
      probe(others(1), now);
      probe(others(1), now + wait - 1);
      assertThat(region.probed).as("a wait of %s", wait).hasSize(1);
      now += wait;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000_000, -1_000_000})
  void theTimeMayHaveAnyOrigin(long now) {
    assertThat(gateway.isUsed(now)).isFalse();
    assertThat(gateway.take(now)).isEqualTo(ServerShare.NONE);
    assertThat(gateway.isUsed(now)).isFalse();
    gateway.count(true, 1);
    gateway.take(now);
    assertThat(gateway.isUsed(now)).isTrue();
    region.doors.add(server(1));
    probe(others(1), now);
    assertThat(region.probed).containsExactly(server(1));
  }

  @Test
  void itMeasuresNaturalAndMarkedOperationsAndHalfOfThoseOfTenSecondsAgo() {
    gateway.take(10_000);
    gateway.count(true, 30);
    gateway.count(false, 50);
    gateway.count(true, 40);
    assertThat(gateway.take(20_000)).isEqualTo(new ServerShare(3.5, 2.5));
    assertThat(gateway.take(30_000)).isEqualTo(new ServerShare(1.75, 1.25));
  }

  @Test
  void whileTheWatchIsHeldUpDoorsThatAreNotProbedAgainAreNotUsed() {
    region.doors.add(server(1));
    probe(others(1), 0);
    gateway.decide(peer(1), arrival(0), 1);
    assertThat(gateway.decide(peer(2), arrival(39_999), 1)).isNotEqualTo(KEEP);
    assertThat(gateway.decide(peer(3), arrival(40_000), 1)).isEqualTo(KEEP);
    assertThat(gateway.decide(peer(4), arrival(40_000), 1)).isEqualTo(KEEP);
  }

  @Test
  void aServerThatKeepsAProbeWaitingIsNotAskedForOtherGatewayRegions() throws IOException {
    long[] now = {0};
    region.doors.add(server(1));
    region.probing = () -> now[0] += region.probed.contains(server(2)) ? 500 : 1;
    ProbeRound silent = new ProbeRound();
    gateway.probe(others(2), silent, () -> now[0]);
    assertThat(silent.isPassedOver(server(1), Probe.NONE, 501)).isFalse();
    assertThat(silent.isPassedOver(server(2), Probe.NONE, 501)).isTrue();
    OpenRegion other = OpenRegion.of("c", "d");
    other.doors.addAll(others(2));
    GatewayRegion second = gateway(other, new TableProbes());
    second.probe(others(2), silent, () -> now[0]);
    assertThat(other.probed).containsExactly(server(1));
  }

  @Test
  void aDoorThatIsSlowOnceStaysOneForGatewayRegionsThatNeedNotAskItNow() throws IOException {
    region.doors.addAll(others(1));
    probe(others(1), 0);
    gateway.probe(others(1), silent(1), () -> 10_000);
    assertThat(second(1)).isNotEqualTo(KEEP);
  }

  @Test
  void slowDoorsThatAnswerAreDoorsOfEachGatewayRegionFromThenOn() throws IOException {
    long[] now = {0};
    List<GatewayRegion> all = new ArrayList<>();
    List<OpenRegion> regions = new ArrayList<>();
    TableProbes probes = new TableProbes();
    for (int i = 0; i < 10; i++) {
      OpenRegion each = OpenRegion.of("c" + i, "d" + i);
      each.doors.addAll(others(5));
      each.probing = () -> now[0] += 300;
      regions.add(each);
      all.add(gateway(each, probes));
      all.get(i).startRedirecting();
    }
    for (int look = 0; look < 200; look++) {
      ProbeRound round = new ProbeRound();
      probes.inTurn(all).forEach(each -> each.probe(others(5), round, () -> now[0]));
      now[0] += 1_000;
      if (look >= 10) {
        assertThat(all).allMatch(each -> each.isRedirecting(now[0]));
      }
    }
    for (ServerName server : others(5)) {
      long asked =
          regions.stream().mapToLong(each -> Collections.frequency(each.probed, server)).sum();
      assertThat(now[0] / (asked - 10))
          .as("milliseconds from probe to probe, without the first one of each region")
          .isBetween(15_000L, 40_000L);
    }
  }

  @Test
  void theLoadThatADoorReportsDecidesAboutTheNextConnection() {
    region.doors.addAll(others(2));
    region.reported = Optional.of(new DoorLoad(700, 700, 7, 0, 0));
    probe(others(1), 0);
    region.reported = Optional.of(new DoorLoad(300, 300, 3, 0, 0));
    probe(others(2), 1);
    loads.measured(HERE, Optional.of(new DoorLoad(500, 500, 5, 0, 0)), 1);
    assertThat(gateway.decide(peer(1), arrival(1), 1))
        .isEqualTo(new Decision.Redirect(server(2), 0));
  }

  @Test
  void itIsUsedForAMinuteAfterTheLastNaturalOperation() {
    gateway.count(true, 1);
    gateway.take(5);
    gateway.count(false, 1);
    gateway.take(30_000);
    assertThat(gateway.isUsed(60_004)).isTrue();
    assertThat(gateway.isUsed(60_005)).isFalse();
  }
}
