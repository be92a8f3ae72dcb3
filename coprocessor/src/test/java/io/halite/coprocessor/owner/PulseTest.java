package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PulseTest {
  private static final long START = 1_700_000_000_000L;

  private long running = 1_000_000;
  private long wall = START;
  private int stops;
  private final Pulse pulse = new Pulse(() -> running, () -> wall);

  private void pass(long millis) {
    running += millis;
    wall += millis;
  }

  private void beat() {
    pulse.beat(() -> stops++);
  }

  private void beatFor(long millis) {
    for (long passed = 0; passed < millis; passed += Pulse.PERIOD_MILLIS) {
      pass(Pulse.PERIOD_MILLIS);
      beat();
    }
  }

  private long hiddenOfWhatIsReceivedNow() {
    return pulse.hiddenMillis(wall);
  }

  @Test
  void aServerThatBeatsDidNotStandStill() {
    beatFor(60_000);
    assertThat(hiddenOfWhatIsReceivedNow()).isZero();
    assertThat(pulse.isMissed()).isFalse();
    assertThat(stops).isZero();
  }

  @Test
  void aSecondAndAHalfBetweenTwoBeatsAreNoStop() {
    pass(1_500);
    assertThat(pulse.isMissed()).isFalse();
    beat();
    assertThat(hiddenOfWhatIsReceivedNow()).isZero();
  }

  @Test
  void aHandlerThatGoesOnAheadOfTheBeatSeesTheStop() {
    pass(12_000);
    assertThat(pulse.isMissed()).isTrue();
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(12_000);
  }

  @Test
  void whatIsReceivedInTheTwoSecondsAfterAStopCountsAsSentWhenTheStopBegan() {
    pass(12_000);
    beat();
    assertThat(pulse.isMissed()).isFalse();
    assertThat(stops).isEqualTo(1);
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(12_000);
    beatFor(2_000);
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(14_000);
    beatFor(500);
    assertThat(hiddenOfWhatIsReceivedNow()).isZero();
  }

  /** It may wait for a handler, or be the last action of a multi request. */
  @Test
  void aRequestStaysAsOldHoweverLateItIsHandled() {
    pass(12_000);
    beat();
    long received = wall + 100;
    beatFor(60_000);
    assertThat(pulse.hiddenMillis(received)).isEqualTo(12_100);
  }

  @Test
  void whatWasReceivedBeforeTheStopIsAsOldAsItLooks() {
    beatFor(1_000);
    long received = wall - 700;
    pass(12_000);
    assertThat(pulse.hiddenMillis(received)).isZero();
    beat();
    assertThat(pulse.hiddenMillis(received)).isZero();
  }

  @Test
  void aVirtualMachineThatWasStoppedHasItOnOneClock() {
    wall += 40_000;
    assertThat(pulse.isMissed()).isTrue();
    beat();
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(40_000);
  }

  @Test
  void anotherOneHasItOnTheOtherClock() {
    running += 30_000;
    assertThat(pulse.isMissed()).isTrue();
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(30_000);
    beat();
    assertThat(stops).isEqualTo(1);
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(30_000);
  }

  @Test
  void aWallClockThatIsSetBackIsNoStop() {
    wall -= 40_000;
    assertThat(hiddenOfWhatIsReceivedNow()).isZero();
    beatFor(1_000);
    assertThat(hiddenOfWhatIsReceivedNow()).isZero();
  }

  /** Or the server would take all that it receives in the hour for old. */
  @Test
  void aWallClockThatIsSetForwardByAnHourAndBackIsNoStopForAnHour() {
    wall += 3_600_000;
    beat();
    beatFor(5_000);
    wall -= 3_600_000;
    beat();
    for (int minute = 0; minute < 70; minute++) {
      assertThat(hiddenOfWhatIsReceivedNow()).isZero();
      beatFor(60_000);
    }
  }

  @Test
  void aStopInWhichTheWallClockIsSetBackIsOne() {
    pass(12_000);
    beat();
    pass(13_000);
    wall -= 3_600_000;
    beat();
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(13_000);
  }

  @Test
  void stopsWithoutABeatInTimeBetweenThemAreOne() {
    pass(12_000);
    beat();
    pass(13_000);
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(25_000);
    beat();
    assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(25_000);
  }

  /** As under long garbage collections: each request is read between two of them. */
  @Test
  void stopsWithBeatsBetweenThemAreSeveral() {
    for (int i = 0; i < 30; i++) {
      pass(2_000);
      beat();
      assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(2_000);
      beatFor(1_000);
      assertThat(hiddenOfWhatIsReceivedNow()).isEqualTo(3_000);
    }
    assertThat(stops).isEqualTo(30);
  }
}
