package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DoorLoadsTest {
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

  @Test
  void aDoorThatIsForgottenHasNoLoad() {
    loads.add(HERE, 5, 0);
    loads.add(server(1), 6, 0);
    loads.retain(Set.of(HERE, server(2)));
    assertThat(loads.least(HERE, others(1), 0)).isEqualTo(server(1));
  }
}
