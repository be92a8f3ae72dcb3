package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class PressureTest {
  private final AtomicLong now = new AtomicLong();
  private final Pressure pressure = new Pressure(now::get);

  /** So many refusals of a window, after the clients that were given a wait have retried. */
  private void window(int refused) {
    now.addAndGet(ForwardRetry.LONGEST_PERMIT_WAIT_MILLIS);
    count(refused);
  }

  private void count(int refused) {
    for (int i = 0; i < ForwardRetry.PERMIT_WINDOW; i++) {
      if (i < refused) {
        assertThat(pressure.refused()).isNotNull();
      } else {
        pressure.granted();
      }
    }
  }

  private long longestOf(int refusals) {
    long longest = 0;
    for (int i = 0; i < refusals; i++) {
      longest = Math.max(longest, pressure.refused().getWaitInterval());
    }
    return longest;
  }

  @Test
  void aClientReadsTheWaitOffTheText() {
    for (int i = 0; i < 500; i++) {
      RpcThrottlingException refusal = pressure.refused();
      RpcThrottlingException read = new RpcThrottlingException(refusal.getMessage());
      assertThat(read.getWaitInterval()).isEqualTo(refusal.getWaitInterval());
      assertThat(read.getType()).isEqualTo(refusal.getType());
    }
  }

  @Test
  void atFirstTheWaitIsShort() {
    assertThat(longestOf(10)).isBetween(50L, 150L);
  }

  @Test
  void whileManyAreRefusedTheWaitDoublesUpToABound() {
    window(11);
    assertThat(longestOf(15)).isBetween(151L, 300L);
    for (int i = 0; i < 20; i++) {
      window(ForwardRetry.PERMIT_WINDOW);
    }
    assertThat(longestOf(15)).isBetween(1_000L, 3_000L);
  }

  @Test
  void whenFewAreRefusedTheWaitHalvesAgain() {
    for (int i = 0; i < 20; i++) {
      window(ForwardRetry.PERMIT_WINDOW);
    }
    for (int i = 0; i < 20; i++) {
      window(0);
    }
    assertThat(longestOf(5)).isBetween(50L, 150L);
  }

  @Test
  void inBetweenTheWaitStays() {
    window(20);
    for (int i = 0; i < 20; i++) {
      window(8);
    }
    assertThat(longestOf(5)).isBetween(100L, 300L);
    assertThat(longestOf(5)).isGreaterThanOrEqualTo(100L);
  }

  @Test
  void aStallOfAMomentDoublesTheWaitOnlyOnceForTheClientsThatWereGivenIt() {
    for (int i = 0; i < 20; i++) {
      count(ForwardRetry.PERMIT_WINDOW);
    }
    assertThat(longestOf(20)).isBetween(100L, 300L);
    now.addAndGet(199);
    count(ForwardRetry.PERMIT_WINDOW);
    assertThat(longestOf(20)).isBetween(100L, 300L);
    now.incrementAndGet();
    count(ForwardRetry.PERMIT_WINDOW);
    assertThat(longestOf(20)).isBetween(301L, 600L);
  }
}
