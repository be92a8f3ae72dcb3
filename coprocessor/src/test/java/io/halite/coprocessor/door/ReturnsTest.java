package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.arrival;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.peer;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

/** What becomes of a connection whose door dies, declines, or is not followed. */
class ReturnsTest {
  private static final long MINUTE = 60_000;

  private final DoorLoads loads = new DoorLoads();
  private final Redirects redirects = new Redirects(HERE, loads, Redirects.assignments());

  /** Where the connection is sent, if it is not to stay. */
  private Optional<ServerName> door(long now, List<ServerName> doors) {
    loads.add(HERE, 1e12, now);
    return redirects.door(peer(1), arrival(now), 1, doors);
  }

  @Test
  void aConnectionWhoseDoorIsGoneGoesToAnotherAtOnce() {
    assertThat(door(0, others(1))).contains(server(1));
    assertThat(door(2_000, List.of(server(2)))).contains(server(2));
  }

  @Test
  void returnsFromDoorsThatAreGoneDoNotCount() {
    for (int death = 0; death < 5; death++) {
      List<ServerName> only = List.of(server(death + 1));
      assertThat(door(death * 4 * MINUTE, only)).contains(only.get(0));
    }
    assertThat(door(20 * MINUTE - 1, List.of(server(5)))).isEmpty();
    assertThat(door(20 * MINUTE + 4_998, List.of(server(5)))).as("the first pause").isEmpty();
    assertThat(door(20 * MINUTE + 4_999, List.of(server(5)))).contains(server(5));
  }

  /** The death of a door is known some 20 seconds later. */
  @Test
  void aConnectionIsNotSentBackToTheDoorThatItHasLeftWhileThereIsAnother() {
    assertThat(door(0, others(2))).contains(server(1));
    loads.add(server(2), 1e11, 1_000);
    assertThat(door(2_000, others(2))).as("the return").isEmpty();
    assertThat(door(7_000, others(2))).contains(server(2));
    assertThat(door(40_000, List.of(server(3)))).as("both are gone").contains(server(3));
  }

  @Test
  void doorsThatDieOneAfterTheOtherDoNotLengthenThePauseOnceTheyAreKnownToBeGone() {
    assertThat(door(0, others(1))).contains(server(1));
    assertThat(door(2_000, others(3))).as("return 1").isEmpty();
    loads.add(server(3), 1e11, 2_000);
    assertThat(door(7_000, others(3))).contains(server(2));
    assertThat(door(9_000, others(3))).as("return 2").isEmpty();
    assertThat(door(21_000, others(3))).as("30 s of two doors that may live").isEmpty();
    List<ServerName> withoutOne = List.of(server(2), server(3));
    assertThat(door(13_999, withoutOne)).as("5 s of one").isEmpty();
    assertThat(door(21_000, withoutOne)).contains(server(3));
  }

  @Test
  void returnsFromBeforeAStayOfFiveMinutesDoNotCount() {
    assertThat(door(0, others(1))).contains(server(1));
    assertThat(door(2_000, others(1))).as("return 1").isEmpty();
    assertThat(door(7_000, others(1))).contains(server(1));
    assertThat(door(8_000 + 5 * MINUTE, others(1))).as("return 2").isEmpty();
    assertThat(door(12_999 + 5 * MINUTE, others(1))).isEmpty();
    assertThat(door(13_000 + 5 * MINUTE, others(1))).as("5 s later").contains(server(1));
    assertThat(door(13_999 + 10 * MINUTE, others(1))).as("return 3, a little early").isEmpty();
    assertThat(door(43_998 + 10 * MINUTE, others(1))).isEmpty();
    assertThat(door(43_999 + 10 * MINUTE, others(1))).as("30 s later").contains(server(1));
  }

  @Test
  void aConnectionThatComesBackFromLivingDoorsKeepsItsPauseWhenAnotherDies() {
    assertThat(door(0, others(1))).contains(server(1));
    assertThat(door(2_000, others(1))).isEmpty();
    assertThat(door(7_000, others(2))).contains(server(2));
    assertThat(door(9_000, others(1))).as("door 2 is gone").isEmpty();
    assertThat(door(12_999, others(1))).as("5 s after the redirect").isEmpty();
    assertThat(door(13_000, others(1))).contains(server(1));
  }

  /** It has come back from a living door before, and has obeyed since. */
  @Test
  void aConnectionThatHasStayedAwayForItsPauseGoesOnAtOnceWhenItsDoorIsGone() {
    assertThat(door(0, others(1))).contains(server(1));
    assertThat(door(2_000, others(1))).as("return 1").isEmpty();
    assertThat(door(7_000, others(2))).contains(server(2));
    assertThat(door(13_000, others(1))).as("door 2 is gone").contains(server(1));
    assertThat(door(15_000, others(1))).as("return 2").isEmpty();
    assertThat(door(44_999, others(1))).isEmpty();
    assertThat(door(45_000, others(1))).as("30 s later").contains(server(1));
  }
}
