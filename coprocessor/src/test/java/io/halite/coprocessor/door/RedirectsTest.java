package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.arrival;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.peer;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectsTest {
  private static final long MINUTE = 60_000;

  private final DoorLoads loads = new DoorLoads();
  private final Redirects redirects = new Redirects(HERE, loads, Redirects.assignments());

  private Optional<ServerName> first(int peer, int operations, int others) {
    return redirects.door(peer(peer), arrival(0), operations, others(others));
  }

  /** The door of connection 1, which sends a request of one operation. */
  private Optional<ServerName> door(long now) {
    return redirects.door(peer(1), arrival(now), 1, others(1));
  }

  /** Redirects connection 1 at the time 0. */
  private void redirect() {
    loads.add(HERE, 1e12, 0);
    assertThat(door(0)).contains(server(1));
  }

  @Test
  void theFirstConnectionStaysAndTheNextOnesGoToTheLeastLoadedDoors() {
    assertThat(first(1, 1, 2)).isEmpty();
    assertThat(first(2, 1, 2)).contains(server(1));
    assertThat(first(3, 1, 2)).contains(server(2));
    assertThat(first(4, 1, 2)).isEmpty();
  }

  @Test
  void withoutDoorsEveryConnectionStays() {
    loads.add(HERE, 100, 0);
    assertThat(first(1, 1, 0)).isEmpty();
    assertThat(first(1, 1, 1)).contains(server(1));
    assertThat(redirects.door(peer(1), arrival(5 * MINUTE), 1, List.of())).isEmpty();
  }

  @Test
  void requestsThatWereInFlightAreServedForOneSecond() {
    redirect();
    assertThat(door(0)).isEmpty();
    assertThat(door(999)).isEmpty();
  }

  /** On a busy server many requests of a connection wait for a handler at once. */
  @Test
  void whatHasWaitedSinceBeforeTheRedirectIsServedAndIsNoReturn() {
    redirect();
    for (Arrival waited : List.of(new Arrival(-200, 1_500), new Arrival(999, 9_000))) {
      assertThat(redirects.door(peer(1), waited, 1, others(1))).as("%s", waited).isEmpty();
    }
    assertThat(door(9_000)).as("the first return").isEmpty();
    assertThat(door(13_999)).as("the pause after it").isEmpty();
    assertThat(door(14_000)).contains(server(1));
  }

  @Test
  void aRedirectIsOfTheTimeAtWhichItIsDecided() {
    loads.add(HERE, 1e12, 0);
    assertThat(redirects.door(peer(1), new Arrival(-5_000, 0), 1, others(1))).contains(server(1));
    assertThat(door(999)).isEmpty();
    assertThat(door(20_000)).as("the first return").isEmpty();
    assertThat(door(24_999)).isEmpty();
  }

  @Test
  void aConnectionThatReturnsIsServedLongerEachTime() {
    redirect();
    long returned = 1_000;
    for (long pause : new long[] {5_000, 30_000, 3 * MINUTE, 5 * MINUTE, 5 * MINUTE}) {
      assertThat(door(returned)).as("return at %s", returned).isEmpty();
      assertThat(door(returned + pause - 1)).as("pause of %s", pause).isEmpty();
      assertThat(door(returned + pause)).as("after a pause of %s", pause).contains(server(1));
      returned += pause + 1_000;
    }
  }

  @Test
  void aPauseBeginsWithTheReturnAndNotWithTheRedirect() {
    redirect();
    assertThat(door(20 * MINUTE)).isEmpty();
    assertThat(door(20 * MINUTE + 4_999)).isEmpty();
    assertThat(door(20 * MINUTE + 5_000)).contains(server(1));
  }

  @Test
  void aConnectionThatStaysIsConsideredAgainAfterTenMinutes() {
    assertThat(door(0)).isEmpty();
    loads.add(HERE, 100, 10 * MINUTE - 1);
    assertThat(door(10 * MINUTE - 1)).isEmpty();
    assertThat(door(10 * MINUTE)).contains(server(1));
  }

  /** Those of 20 connections that are assigned to their own server. */
  private List<Peer> kept() {
    List<Peer> kept =
        IntStream.rangeClosed(1, 20)
            .filter(peer -> first(peer, 1, 1).isEmpty())
            .mapToObj(Doors::peer)
            .toList();
    assertThat(kept).hasSize(10);
    return new ArrayList<>(kept);
  }

  private List<Peer> sentAway(List<Peer> kept, DoorLoad own, DoorLoad other, long now) {
    loads.measured(HERE, Optional.of(own), now);
    loads.measured(server(1), Optional.of(other), now);
    return kept.stream()
        .filter(peer -> redirects.door(peer, arrival(now), 1, others(1)).isPresent())
        .toList();
  }

  /** If one went, the other door would have one more. */
  @Test
  void connectionsThatStayAreNotSentAwayFromALoadThatIsEven() {
    DoorLoad own = new DoorLoad(1_100, 1_100, 11, 0, 0);
    DoorLoad other = new DoorLoad(1_000, 1_000, 10, 0, 0);
    assertThat(sentAway(kept(), own, other, 10 * MINUTE)).isEmpty();
  }

  @Test
  void ofTheConnectionsThatStayOneIsSentAwayInTenMinutes() {
    List<Peer> kept = kept();
    for (int tens = 1; tens <= 3; tens++) {
      long now = tens * 10 * MINUTE;
      List<Peer> sent =
          sentAway(
              kept, new DoorLoad(1_000, 1_000, 10, 0, 0), new DoorLoad(100, 100, 1, 0, 0), now);
      assertThat(sent).hasSize(1);
      kept.removeAll(sent);
      assertThat(kept).allMatch(peer -> redirects.keeps(peer, now + 30 * MINUTE));
    }
  }

  @Test
  void aConnectionThatStaysDoesNotCompeteWithItself() {
    assertThat(first(1, 5, 1)).isEmpty();
    assertThat(first(2, 5, 1)).contains(server(1));
    assertThat(redirects.door(peer(1), arrival(10 * MINUTE), 5, others(1))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 6})
  void equalConnectionsAreSpreadWithinOne(int servers) {
    Map<ServerName, Integer> taken = new HashMap<>();
    for (int i = 0; i < 64; i++) {
      taken.merge(first(i, 1, servers - 1).orElse(HERE), 1, Integer::sum);
    }
    assertThat(taken).hasSize(servers);
    assertThat(taken.values()).allMatch(each -> each == 64 / servers || each == 64 / servers + 1);
  }

  @Test
  void aConnectionCountsAsManyOperationsAsItsFirstRequestHad() {
    assertThat(first(0, 10, 1)).isEmpty();
    for (int i = 1; i <= 10; i++) {
      assertThat(first(i, 1, 1)).as("connection %s", i).contains(server(1));
    }
    assertThat(first(11, 1, 1)).isEmpty();
  }

  @Test
  void aConnectionThatBeginsWithAScanCountsAsOneOperation() {
    Map<ServerName, Integer> taken = new HashMap<>();
    for (int i = 0; i < 9; i++) {
      taken.merge(first(i, 0, 2).orElse(HERE), 1, Integer::sum);
    }
    assertThat(taken).hasSize(3).allSatisfy((door, count) -> assertThat(count).isEqualTo(3));
  }

  @Test
  void aDoorThatIsNewReceivesItsPartAndNoMoreThanThat() {
    long now = 0;
    for (int i = 0; i < 6_000; i++) {
      redirects.door(peer(i), arrival(now += 100), 1, others(2));
    }
    Map<ServerName, Integer> taken = new HashMap<>();
    for (int i = 6_000; i < 12_000; i++) {
      taken.merge(
          redirects.door(peer(i), arrival(now += 100), 1, others(3)).orElse(HERE), 1, Integer::sum);
    }
    assertThat(taken.get(server(3))).isBetween(1_500, 2_500);
    assertThat(taken.get(server(1))).isBetween(1_000, 1_500);
  }

  @Test
  void theGatewayRegionsOfATableShareTheLoadsOfTheirDoors() {
    Redirects other = new Redirects(HERE, loads, Redirects.assignments());
    assertThat(first(1, 1, 1)).isEmpty();
    assertThat(other.door(peer(1), arrival(0), 1, others(1))).contains(server(1));
    assertThat(first(2, 1, 1)).isEmpty();
  }

  @Test
  void twoConnectionsOfOneClientAreTwo() {
    redirect();
    assertThat(redirects.door(peer(2), arrival(500), 1, others(1))).contains(server(1));
  }

  @Test
  void timeMayBeNegative() {
    long then = -10 * MINUTE;
    loads.add(HERE, 100, then);
    assertThat(door(then)).contains(server(1));
    assertThat(door(then + 999)).isEmpty();
    assertThat(door(then + 1_000)).isEmpty();
    assertThat(door(then + 6_000)).contains(server(1));
  }
}
