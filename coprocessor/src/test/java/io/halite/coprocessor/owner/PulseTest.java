package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PulseTest {
  private long running = 1_000_000;
  private long wall = 1_700_000_000_000L;
  private final Pulse pulse = new Pulse(() -> running, () -> wall);

  private void pass(long millis) {
    running += millis;
    wall += millis;
  }

  private void beatFor(long millis) {
    for (long passed = 0; passed < millis; passed += Pulse.PERIOD_MILLIS) {
      pass(Pulse.PERIOD_MILLIS);
      pulse.beat();
    }
  }

  @Test
  void aServerThatBeatsDidNotStandStill() {
    beatFor(60_000);
    assertThat(pulse.stillMillis()).isZero();
    assertThat(pulse.isMissed()).isFalse();
  }

  @Test
  void aBeatThatIsASecondLateIsNoStop() {
    pass(1_500);
    assertThat(pulse.isMissed()).isFalse();
    pulse.beat();
    assertThat(pulse.stillMillis()).isZero();
  }

  @Test
  void aHandlerThatGoesOnAheadOfTheBeatSeesTheStop() {
    pass(12_000);
    assertThat(pulse.isMissed()).isTrue();
    assertThat(pulse.stillMillis()).isEqualTo(12_000);
  }

  @Test
  void requestsCountAsOlderForFiveSecondsAfterTheStop() {
    pass(12_000);
    pulse.beat();
    assertThat(pulse.isMissed()).isFalse();
    assertThat(pulse.stillMillis()).isEqualTo(12_000);
    beatFor(4_500);
    assertThat(pulse.stillMillis()).isEqualTo(12_000);
    beatFor(500);
    assertThat(pulse.stillMillis()).isZero();
  }

  @Test
  void aVirtualMachineThatWasStoppedHasItOnOneClock() {
    wall += 40_000;
    assertThat(pulse.isMissed()).isTrue();
    pulse.beat();
    assertThat(pulse.stillMillis()).isEqualTo(40_000);
  }

  @Test
  void aWallClockThatIsSetBackIsNoStop() {
    wall -= 40_000;
    assertThat(pulse.stillMillis()).isZero();
    beatFor(1_000);
    assertThat(pulse.stillMillis()).isZero();
  }

  @Test
  void stopsWithoutABeatInTimeBetweenThemAddUp() {
    pass(3_000);
    pulse.beat();
    pass(4_000);
    pulse.beat();
    assertThat(pulse.stillMillis()).isEqualTo(7_000);
  }

  /** As under long garbage collections: each request is read between two of them. */
  @Test
  void stopsWithBeatsBetweenThemDoNotAddUp() {
    for (int i = 0; i < 30; i++) {
      pass(2_000);
      pulse.beat();
      beatFor(1_000);
      assertThat(pulse.stillMillis()).isEqualTo(2_000);
    }
  }
}
