package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final long AN_HOUR = 3_600_000;

  private final AtomicLong wall = new AtomicLong(1_700_000_000_000L);
  private final AtomicLong running = new AtomicLong(-5);

  private static Budget budget(long millis, long deadline) {
    return Budget.of(millis, deadline, () -> false);
  }

  @Test
  void aCallMayTakeWhatIsLeft() throws Exception {
    assertThat(budget(AN_HOUR, Long.MAX_VALUE).callTimeoutMillis())
        .isBetween((int) AN_HOUR / 2, (int) AN_HOUR);
  }

  @Test
  void theCallersDeadlineCutsTheBudget() throws Exception {
    long deadline = System.currentTimeMillis() + AN_HOUR;
    assertThat(budget(100 * AN_HOUR, deadline).callTimeoutMillis())
        .isBetween((int) AN_HOUR / 2, (int) AN_HOUR);
  }

  /** HBase computes the deadline of a request by this clock, which a test of HBase's may stop. */
  @Test
  void theDeadlineIsOfHbasesClock() throws Exception {
    EnvironmentEdgeManager.injectEdge(() -> 1);
    try {
      assertThat(budget(2 * AN_HOUR, 1 + AN_HOUR).callTimeoutMillis())
          .isBetween((int) AN_HOUR / 2, (int) AN_HOUR);
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  private Budget onTwoClocks(long millis, long deadline) {
    return Budget.of(millis, deadline, () -> false, wall::get, running::get);
  }

  private void pass(long millis) {
    wall.addAndGet(millis);
    running.addAndGet(millis);
  }

  /** It may hold the lock of a region. */
  @Test
  void aClockThatIsSetBackLengthensNoBudget() throws Exception {
    Budget budget = onTwoClocks(8_000, Long.MAX_VALUE);
    pass(95);
    wall.addAndGet(-AN_HOUR);
    assertThat(budget.left()).isEqualTo(7_905);
    assertThat(budget.callTimeoutMillis()).isEqualTo(7_905);
    assertThat(budget.endingEarlier(1_000).left()).isEqualTo(6_905);
    assertThat(budget.pause(0)).as("a repeat after a tenth of a second").isFalse();
    assertThat(budget.pauseWhileLeft(1, 7_905)).as("a repeat with too little left").isFalse();
    pass(7_905);
    assertThatThrownBy(budget::callTimeoutMillis).isInstanceOf(NotSentException.class);
  }

  /** The caller may have given up while the machine slept; it repeats by the new time. */
  @Test
  void aClockThatIsSetAheadEndsTheBudgetsUnderWayAndNoLaterOnes() {
    Budget before = onTwoClocks(8_000, wall.get() + 60_000);
    wall.addAndGet(AN_HOUR);
    assertThat(before.left()).isNegative();
    assertThat(onTwoClocks(8_000, wall.get() + 60_000).left()).isEqualTo(8_000);
    assertThat(onTwoClocks(8_000, wall.get() + 6_000).left()).isEqualTo(6_000);
    wall.addAndGet(-AN_HOUR);
    assertThat(before.left()).as("the clock was set right again").isEqualTo(8_000);
  }

  @Test
  void afterTheDeadlineNothingIsSent() {
    for (Budget spent : List.of(budget(AN_HOUR, 0), budget(0, Long.MAX_VALUE))) {
      assertThatThrownBy(spent::callTimeoutMillis)
          .isInstanceOf(NotSentException.class)
          .satisfies(late -> assertThat(ForwardRetry.nothingRan(late)).isTrue());
    }
  }

  @Test
  void aHugeBudgetIsAnIntOfMilliseconds() throws Exception {
    assertThat(budget(Long.MAX_VALUE / 2, Long.MAX_VALUE).callTimeoutMillis())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void withoutTimeForAnotherAttemptThereIsNoPause() throws Exception {
    assertThat(budget(AN_HOUR, 0).pause(0)).isFalse();
  }

  @Test
  void aClosingGatewayMakesNoFurtherAttempt() throws Exception {
    AtomicBoolean closing = new AtomicBoolean();
    Budget budget = Budget.of(AN_HOUR, Long.MAX_VALUE, closing::get);
    closing.set(true);
    assertThat(budget.pause(0)).isFalse();
  }

  @Test
  void withTimeLeftAPauseComesToItsEnd() throws Exception {
    Budget budget = budget(AN_HOUR, Long.MAX_VALUE);
    assertThat(budget.pause(0)).isTrue();
    assertThat(budget.callTimeoutMillis()).isGreaterThan(50);
  }

  @Test
  void anInterruptEndsThePauseAndIsHandedOn() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> budget(AN_HOUR, Long.MAX_VALUE).pause(1_000_000))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessage("the thread was interrupted while waiting before another attempt")
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
