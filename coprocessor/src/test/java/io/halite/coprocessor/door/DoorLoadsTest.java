package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DoorLoadsTest {
  private final DoorLoads loads = new DoorLoads();

  @Test
  void ofEqualDoorsTheFirstIsTheLeastLoaded() {
    assertThat(loads.least(HERE, others(3))).isEqualTo(HERE);
    loads.add(HERE, 1);
    assertThat(loads.least(HERE, others(3))).isEqualTo(server(1));
    loads.add(server(1), 1);
    assertThat(loads.least(HERE, others(3))).isEqualTo(server(2));
  }

  @Test
  void theLightestDoorIsFoundBehindHeavierOnes() {
    loads.add(HERE, 5);
    loads.add(server(1), 4);
    loads.add(server(2), 3.5);
    loads.add(server(3), 4);
    assertThat(loads.least(HERE, others(3))).isEqualTo(server(2));
  }

  @Test
  void withoutOtherDoorsTheFirstIsTheLeastLoaded() {
    loads.add(HERE, 5);
    assertThat(loads.least(HERE, List.of())).isEqualTo(HERE);
  }

  @Test
  void aLoadThatIsTakenAwayCountsNoMore() {
    loads.add(HERE, 2);
    loads.add(server(1), 3);
    loads.remove(server(1), 2);
    assertThat(loads.least(HERE, others(1))).isEqualTo(server(1));
    loads.remove(HERE, 2);
    assertThat(loads.least(HERE, others(1))).isEqualTo(HERE);
  }

  @Test
  void aLoadIsNeverLessThanNone() {
    loads.add(server(1), 1);
    loads.remove(server(1), 5);
    loads.remove(server(2), 5);
    assertThat(loads.least(HERE, others(2))).isEqualTo(HERE);
  }
}
