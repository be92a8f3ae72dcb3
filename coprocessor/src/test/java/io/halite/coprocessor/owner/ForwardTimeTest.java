package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ForwardTimeTest {
  private static final long AN_HOUR = 3_600_000;

  private final Configuration site = new Configuration(false);

  private long left(long clientDeadline) {
    return ForwardTime.of(site).budget(clientDeadline, () -> false).left();
  }

  private static long inAnHour() {
    return System.currentTimeMillis() + AN_HOUR;
  }

  @Test
  void aForwardMayTakeAsLongAsItsClientWaits() {
    assertThat(left(inAnHour())).isBetween(AN_HOUR / 2, AN_HOUR);
    assertThat(left(1)).isNegative();
  }

  @Test
  void aSiteMayLimitIt() {
    site.set("halite.forward.timeout", "3000");
    assertThat(left(inAnHour())).isBetween(1L, 3_000L);
    site.set("halite.forward.timeout", "soon");
    assertThatThrownBy(() -> ForwardTime.of(site))
        .hasMessage(
            "halite.forward.timeout 'soon' must be a whole number: correct it in hbase-site.xml");
  }

  /** Some clients do not say how long they wait. */
  @Test
  void withoutADeadlineAForwardTakesAsLongAsHBasesClientsWait() {
    assertThat(left(Long.MAX_VALUE)).isBetween(30_000L, 60_000L);
    site.setInt("hbase.rpc.timeout", (int) AN_HOUR);
    assertThat(left(Long.MAX_VALUE)).isBetween(AN_HOUR / 2, AN_HOUR);
    site.set("halite.forward.timeout", "3000");
    assertThat(left(Long.MAX_VALUE)).isBetween(1L, 3_000L);
  }

  /** A region that closes, splits or loads files waits for the lock. */
  @Test
  void aForwardUnderTheRegionsLockTakesEightSecondsAtMost() {
    assertThat(ForwardTime.of(site).underLock(inAnHour(), () -> false).left())
        .isBetween(1L, 8_000L);
    site.set("halite.forward.timeout", "3000");
    assertThat(ForwardTime.of(site).underLock(inAnHour(), () -> false).left())
        .isBetween(1L, 3_000L);
  }

  @Test
  void aReadByAnIndexTakesEightSecondsAtMost() {
    assertThat(ForwardTime.of(site).ofIndexRead(inAnHour(), () -> false).left())
        .isBetween(1L, 8_000L);
    assertThat(ForwardTime.of(site).ofIndexRead(Long.MAX_VALUE, () -> false).left())
        .isBetween(1L, 8_000L);
  }
}
