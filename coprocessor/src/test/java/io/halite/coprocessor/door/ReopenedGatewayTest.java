package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.arrival;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.peer;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a gateway region knows of its own load when it begins to redirect. */
class ReopenedGatewayTest {
  private static final Decision KEEP = new Decision.Keep();

  private final DoorTable table = new DoorTable(Redirects.assignments());
  private OpenRegion region;
  private GatewayRegion gateway;

  @BeforeEach
  void open() throws IOException {
    region = OpenRegion.of("b", "c");
    gateway =
        new GatewayRegion(
            region,
            new DoorLoads(),
            new ServedLoad(),
            new TableShares(),
            new TableProbes(),
            Redirects.assignments());
  }

  /** The gateway region of a table with two other doors, which report no load. */
  private GatewayRegion busy() {
    region.doors.addAll(others(2));
    region.reported = Optional.of(DoorLoad.NONE);
    GatewayRegion busy = table.add(region);
    table.measure(0);
    return busy;
  }

  private double rate() {
    return gateway.served().stream().mapToDouble(DecayingRate::rate).sum();
  }

  private void take(long now) {
    gateway.served().forEach(rate -> rate.take(now));
  }

  @Test
  void whatItServedBeforeItRedirectsIsNoLoadOfItsDoor() {
    gateway.stopRedirecting(1_000);
    take(1_000);
    gateway.countServed(peer(1), 1_000, 100);
    take(2_000);
    gateway.startRedirecting();
    assertThat(gateway.forgetsServed(20_000)).as("while it redirects").isFalse();
    gateway.stopRedirecting(20_000);
    assertThat(gateway.forgetsServed(29_999)).as("closed for a moment").isFalse();
    assertThat(rate()).isPositive();
    assertThat(gateway.forgetsServed(30_000)).isTrue();
    assertThat(rate()).isZero();
  }

  @Test
  void theConnectionsThatItServedBeforeItRedirectsLeaveItsDoorAnEqualPart() throws IOException {
    GatewayRegion busy = busy();
    for (int second = 1; second <= 9; second++) {
      for (int i = 0; i < 12; i++) {
        busy.countServed(peer(i), 1_000L * second, 100);
      }
      table.measure(1_000L * second);
    }
    busy.probe(others(2), new ProbeRound(), () -> 10_000);
    assertThat(busy.forgetsServed(10_000)).isTrue();
    table.measure(10_000);
    busy.startRedirecting();
    long kept =
        IntStream.range(0, 12)
            .filter(i -> busy.decide(peer(i), arrival(10_000), 100).equals(KEEP))
            .count();
    assertThat(kept).as("connections of 12 that stay at one of three doors").isEqualTo(4);
  }

  @Test
  void whenItOpensAgainItKnowsTheLoadOfTheConnectionsThatItKeeps() throws IOException {
    GatewayRegion busy = busy();
    busy.probe(others(2), new ProbeRound(), () -> 0);
    busy.startRedirecting();
    List<Peer> kept =
        IntStream.range(0, 12)
            .mapToObj(Doors::peer)
            .filter(peer -> busy.decide(peer, arrival(0), 100).equals(KEEP))
            .toList();
    assertThat(kept).hasSize(4);
    busy.stopRedirecting(1_000);
    for (int second = 1; second <= 60; second++) {
      long now = 1_000L * second;
      kept.forEach(peer -> busy.countServed(peer, now, 100));
      // These come while it is closed, and are not assigned.
      IntStream.range(20, 29).forEach(i -> busy.countServed(peer(i), now, 100));
      table.measure(now);
    }
    region.reported = Optional.of(new DoorLoad(400, 400, 4, 0, 0));
    busy.probe(others(2), new ProbeRound(), () -> 60_000);
    assertThat(busy.forgetsServed(60_000)).isTrue();
    table.measure(60_000);
    busy.startRedirecting();
    long more =
        IntStream.range(20, 29)
            .filter(i -> busy.decide(peer(i), arrival(60_000), 100).equals(KEEP))
            .count();
    assertThat(more).as("of 9 connections that came since").isEqualTo(3);
  }
}
