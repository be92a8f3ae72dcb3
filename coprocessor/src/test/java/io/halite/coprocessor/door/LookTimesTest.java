package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.LookTimes.Look;
import org.junit.jupiter.api.Test;

class LookTimesTest {
  private static final boolean NEWS = true;
  private static final boolean NOTHING_NEW = false;
  private static final boolean SETTLED = true;
  private static final boolean UNSETTLED = false;

  private final LookTimes times = new LookTimes();

  /** The time of the last look. */
  private long now;

  /** Seconds from the last look to the next one, at which that begins. */
  private long wait(Look[] begun) {
    long from = now;
    while (!times.isDue(now)) {
      now += 1_000;
    }
    begun[0] = times.begin(now);
    return (now - from) / 1_000;
  }

  /** Waits for the next look, and ends it so; returns the seconds that it waited. */
  private long look(boolean news, boolean settled) {
    Look[] begun = new Look[1];
    long waited = wait(begun);
    times.found(begun[0], news, settled);
    return waited;
  }

  private long lookThatFails() {
    long waited = wait(new Look[1]);
    times.failed();
    return waited;
  }

  @Test
  void theFirstLookIsAtOnceAndTheOthersAfterFiveMinutes() {
    assertThat(look(NEWS, SETTLED)).isZero();
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(300);
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(300);
  }

  @Test
  void demandsThatFindNothingNewWaitTwiceAsLongUpToAMinute() {
    look(NEWS, SETTLED);
    for (long expected : new long[] {2, 4, 8, 16, 32, 60, 60}) {
      times.demand();
      assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(expected);
    }
    times.demand();
    assertThat(look(NEWS, SETTLED)).isEqualTo(60);
    times.demand();
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(2);
  }

  @Test
  void aRegionThatOpensHereIsLookedForInTwoSecondsWhateverClientsHaveDemanded() {
    look(NEWS, SETTLED);
    for (int i = 0; i < 5; i++) {
      times.demand();
      look(NOTHING_NEW, SETTLED);
    }
    times.came();
    assertThat(look(NEWS, SETTLED)).isEqualTo(2);
  }

  @Test
  void whileARegionIsAwayLooksWaitTwiceAsLongUpToFiveMinutes() {
    look(NEWS, SETTLED);
    times.left();
    for (long expected : new long[] {10, 20, 40, 80, 160, 300, 300}) {
      assertThat(look(NOTHING_NEW, UNSETTLED)).isEqualTo(expected);
    }
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(300);
    times.left();
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(10);
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(300);
  }

  /** What it has read of {@code hbase:meta} may be older than the departure. */
  @Test
  void aLookThatBeganBeforeARegionLeftSettlesNothing() {
    Look[] begun = new Look[1];
    wait(begun);
    times.left();
    times.found(begun[0], NEWS, SETTLED);
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(10);
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(300);
  }

  @Test
  void looksThatFailWaitTwiceAsLongUpToAMinuteAlsoForADemand() {
    look(NEWS, SETTLED);
    times.demand();
    assertThat(lookThatFails()).isEqualTo(2);
    for (long expected : new long[] {2, 4, 8, 16, 32, 60, 60}) {
      times.demand();
      assertThat(lookThatFails()).isEqualTo(expected);
    }
    assertThat(look(NEWS, SETTLED)).isEqualTo(60);
    assertThat(look(NOTHING_NEW, SETTLED)).isEqualTo(300);
  }
}
