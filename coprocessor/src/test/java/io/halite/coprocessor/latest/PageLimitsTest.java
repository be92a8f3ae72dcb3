package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.latest.PageBudget;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageLimitsTest {
  private final AtomicLong now = new AtomicLong(1_000);

  private PageLimits limits(int bytes, int rows, int millis, long callerDeadline) {
    return new PageLimits(new PageBudget(bytes, rows, millis), callerDeadline, now::get);
  }

  @Test
  void aPageEndsAtItsBytesOrItsRows() {
    PageLimits limits = limits(100, 10, 5_000, Long.MAX_VALUE);
    assertThat(limits.areReached(99, 9)).isFalse();
    assertThat(limits.areReached(100, 1)).isTrue();
    assertThat(limits.areReached(1, 10)).isTrue();
  }

  @Test
  void aPageEndsWhenItsTimeIsUp() {
    PageLimits limits = limits(100, 10, 50, Long.MAX_VALUE);
    now.set(1_049);
    assertThat(limits.areReached(0, 0)).isFalse();
    now.set(1_050);
    assertThat(limits.areReached(0, 0)).isTrue();
  }

  /** The other half is for the way back, and for what the request has waited in a queue. */
  @ParameterizedTest
  @CsvSource({"11000, 6000", "1010, 1005", "1000, 1001", "400, 1001"})
  void aPageTakesAtMostHalfOfWhatTheCallerStillWaits(long callerDeadline, long expected) {
    assertThat(limits(100, 10, 60_000, callerDeadline).deadline()).isEqualTo(expected);
  }
}
