package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.wait.RunningClock;
import java.util.Map;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HBase's clock stands at {@link #NOW}. */
class ArrivalTest {
  private static final long NOW = 1_700_000_000_000L;

  @BeforeEach
  void stopTheClock() {
    EnvironmentEdgeManager.injectEdge(() -> NOW);
  }

  @AfterEach
  void letItGoOn() {
    EnvironmentEdgeManager.reset();
  }

  private static Arrival received(long time) {
    return Arrival.of(Doors.call(Map.of("getReceiveTime", time)));
  }

  @Test
  void aCallThatHasWaitedCameEarlierThanItIsDecidedAbout() {
    long before = RunningClock.millis();
    Arrival arrival = received(NOW - 1_500);
    assertThat(arrival.now()).isBetween(before, RunningClock.millis());
    assertThat(arrival.now() - arrival.received()).isEqualTo(1_500);
  }

  @Test
  void noCallCameLaterThanNowIfTheClockWasSetBack() {
    Arrival arrival = received(NOW + 60_000);
    assertThat(arrival.received()).isEqualTo(arrival.now());
  }
}
