package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class DoorLoadsTest {
  private static final long MINUTES = 600_000;

  private final DoorLoads loads = new DoorLoads();

  @Test
  void ofEqualDoorsTheFirstIsTheLeastLoaded() {
    assertThat(loads.least(HERE, others(3), 0)).isEqualTo(HERE);
    loads.add(HERE, 1, 0);
    assertThat(loads.least(HERE, others(3), 0)).isEqualTo(server(1));
    loads.add(server(1), 1, 0);
    assertThat(loads.least(HERE, others(3), 0)).isEqualTo(server(2));
  }

  @Test
  void theLightestDoorIsFoundBehindHeavierOnes() {
    loads.add(HERE, 5, 0);
    loads.add(server(1), 4, 0);
    loads.add(server(2), 3.5, 0);
    loads.add(server(3), 4, 0);
    assertThat(loads.least(HERE, others(3), 0)).isEqualTo(server(2));
  }

  @Test
  void withoutOtherDoorsTheFirstIsTheLeastLoaded() {
    loads.add(HERE, 5, 0);
    assertThat(loads.least(HERE, List.of(), 0)).isEqualTo(HERE);
  }

  @Test
  void aLoadCountsHalfAsMuchAfterAMinute() {
    loads.add(HERE, 4, 0);
    loads.add(server(1), 3, 60_000);
    assertThat(loads.least(HERE, others(1), 60_000)).isEqualTo(HERE);
    loads.add(HERE, 1.5, 60_000);
    assertThat(loads.least(HERE, others(1), 60_000)).isEqualTo(server(1));
  }

  @Test
  void ofDoorsThatWereGivenAsMuchTheOneThatWaitsLongestIsTheLeastLoaded() {
    long day = 86_400_000;
    loads.add(server(2), 1, day);
    loads.add(HERE, 1, day + 1);
    loads.add(server(1), 1, day + 2);
    assertThat(loads.least(HERE, others(2), day + 3_600_000)).isEqualTo(server(2));
  }

  /** A door measures so many operations a second of ten connections. */
  private void measured(ServerName door, double rate, long now) {
    loads.measured(door, Optional.of(new DoorLoad(rate, rate, 10, 0, 0)), now);
  }

  /** Gives two doors so many connections that a few more make no difference to what they got. */
  private void giveMany(double weight) {
    for (int i = 0; i < 100_000; i++) {
      loads.add(HERE, weight, 0);
      loads.add(server(1), weight, 0);
    }
  }

  /** Gives a connection to the least loaded of three doors. */
  private ServerName give(long now) {
    ServerName door = loads.least(HERE, others(2), now);
    loads.add(door, 1, now);
    return door;
  }

  private Map<ServerName, Integer> give(int connections, long interval) {
    Map<ServerName, Integer> taken = new HashMap<>();
    for (int i = 0; i < connections; i++) {
      taken.merge(give(MINUTES + i * interval), 1, Integer::sum);
    }
    return taken;
  }

  @Test
  void theDoorOfTheLeastMeasuredLoadIsTheLeastLoadedWhateverItWasGiven() {
    loads.add(HERE, 1, 0);
    loads.add(server(1), 1_000, 0);
    loads.add(server(2), 1, 0);
    measured(HERE, 500, MINUTES);
    measured(server(1), 300, MINUTES);
    measured(server(2), 400, MINUTES);
    assertThat(loads.least(HERE, others(2), MINUTES)).isEqualTo(server(1));
  }

  @Test
  void aConnectionCountsAsTheMeanOneUntilItIsMeasured() {
    giveMany(1);
    measured(HERE, 5_000, MINUTES);
    measured(server(1), 3_000, MINUTES);
    for (int i = 1; i <= 5; i++) {
      assertThat(loads.least(HERE, others(1), MINUTES)).as("connection %s", i).isEqualTo(server(1));
      loads.add(server(1), 1, MINUTES);
    }
    assertThat(loads.least(HERE, others(1), MINUTES)).isEqualTo(HERE);
  }

  @Test
  void theSizeOfAFirstRequestIsNoRate() {
    giveMany(10);
    measured(HERE, 5_000, MINUTES);
    measured(server(1), 4_500, MINUTES);
    loads.add(HERE, 1e9, MINUTES);
    loads.add(server(1), 1, MINUTES);
    assertThat(loads.least(HERE, others(1), MINUTES)).isEqualTo(server(1));
  }

  @Test
  void aSlowDoorOfManyConnectionsCountsHalfOfTheMeanForEach() {
    loads.measured(HERE, Optional.of(new DoorLoad(4_000, 4_000, 10, 0, 0)), MINUTES);
    loads.measured(server(1), Optional.of(new DoorLoad(1_000, 1_000, 40, 0, 0)), MINUTES);
    loads.measured(server(2), Optional.of(new DoorLoad(1_500, 1_500, 10, 0, 0)), MINUTES);
    assertThat(loads.least(HERE, others(2), MINUTES)).isEqualTo(server(2));
  }

  @Test
  void connectionsThatComeAtOnceAreSpreadByTheirEstimates() {
    measured(HERE, 1_000, MINUTES);
    measured(server(1), 1_000, MINUTES);
    measured(server(2), 1_000, MINUTES);
    assertThat(give(30, 0)).hasSize(3).allSatisfy((door, taken) -> assertThat(taken).isEqualTo(10));
  }

  @Test
  void aConnectionIsHalfMeasuredAfterTenSeconds() {
    GivenLoad given = GivenLoad.nothing(0);
    for (int i = 0; i < 4; i++) {
      given = given.given(1_000, 0);
    }
    assertThat(given.rate(100)).isEqualTo(400);
    DoorLoad load = new DoorLoad(1_000, 0, 0, 0, 0);
    GivenLoad after = given.measured(Optional.of(load), 0, 10_000);
    assertThat(after.rate(100)).isEqualTo(1_200);
    assertThat(after.given(1, 15_000).rate(100)).isEqualTo(1_300);
  }

  @Test
  void noDoorReceivesMoreThanHalfOfTheConnectionsBeyondAnEqualPart() {
    loads.measured(HERE, Optional.of(new DoorLoad(1e9, 10, 10, 0, 0)), MINUTES);
    loads.measured(server(1), Optional.of(new DoorLoad(0, 10, 10, 0, 0)), MINUTES);
    loads.measured(server(2), Optional.of(new DoorLoad(1e9, 10, 10, 0, 0)), MINUTES);
    assertThat(give(300, 1_000).get(server(1))).isBetween(190, 210);
  }

  @Test
  void oneDoorWithoutAReportMakesTheEstimatesDecide() {
    loads.add(HERE, 3, MINUTES);
    loads.add(server(1), 2, MINUTES);
    loads.add(server(2), 1, MINUTES);
    measured(HERE, 10, MINUTES);
    measured(server(1), 20, MINUTES);
    assertThat(loads.least(HERE, others(2), MINUTES)).isEqualTo(server(2));
    assertThat(loads.least(HERE, others(1), MINUTES)).isEqualTo(HERE);
    loads.measured(server(1), Optional.empty(), MINUTES);
    assertThat(loads.least(HERE, others(1), MINUTES)).isEqualTo(server(1));
  }

  @Test
  void doorsWithLessThanOneOperationMoreTakeTurns() {
    measured(HERE, 0.3, MINUTES);
    measured(server(1), 0.1, MINUTES);
    measured(server(2), 0.2, MINUTES);
    loads.add(server(1), 1e-9, MINUTES);
    assertThat(loads.least(HERE, others(2), MINUTES)).isEqualTo(HERE);
  }

  @Test
  void aDoorThatIsForgottenHasNoLoad() {
    loads.add(HERE, 5, 0);
    loads.add(server(1), 6, 0);
    loads.retain(Set.of(HERE, server(2)));
    assertThat(loads.least(HERE, others(1), 0)).isEqualTo(server(1));
  }
}
