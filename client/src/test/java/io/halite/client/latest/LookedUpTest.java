package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LookedUpTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final LookedUp lookedUp = new LookedUp(10, now::get);

  @Test
  void callsToOneRegionShareALookUpForAWhile() {
    assertThat(lookedUp.holds(new byte[] {1})).isFalse();
    lookedUp.add(KeyRange.of(new byte[] {1}, new byte[] {3}));
    now.addAndGet(5);
    lookedUp.add(KeyRange.of(new byte[] {3}, new byte[] {4}));
    assertThat(lookedUp.holds(new byte[] {2})).isTrue();
    assertThat(lookedUp.holds(new byte[] {3})).isTrue();
    assertThat(lookedUp.holds(new byte[] {4})).isFalse();
    now.addAndGet(5);
    assertThat(lookedUp.holds(new byte[] {2})).isFalse();
    assertThat(lookedUp.holds(new byte[] {3})).isTrue();
  }
}
