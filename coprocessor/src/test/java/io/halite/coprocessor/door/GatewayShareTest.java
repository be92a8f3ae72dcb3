package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GatewayShareTest {
  @Test
  void oneThatTakesAllOpens() {
    assertThat(new GatewayShare(4000, 4000, 4).isExceeded(false)).isTrue();
  }

  @Test
  void oneThatTakesAnEqualShareOrHalfAsMuchAgainStaysClosed() {
    assertThat(new GatewayShare(1000, 4000, 4).isExceeded(false)).isFalse();
    assertThat(new GatewayShare(1500, 4000, 4).isExceeded(false)).isFalse();
    assertThat(new GatewayShare(1501, 4000, 4).isExceeded(false)).isTrue();
  }

  @Test
  void oneThatRedirectsGoesOnUntilItTakesAnEqualShare() {
    assertThat(new GatewayShare(1500, 4000, 4).isExceeded(true)).isTrue();
    assertThat(new GatewayShare(1001, 4000, 4).isExceeded(true)).isTrue();
    assertThat(new GatewayShare(1000, 4000, 4).isExceeded(true)).isFalse();
  }

  @Test
  void fewOperationsNeverOpen() {
    assertThat(new GatewayShare(99, 99, 4).isExceeded(false)).isFalse();
    assertThat(new GatewayShare(99, 99, 4).isExceeded(true)).isFalse();
    assertThat(new GatewayShare(99, 0, 32).isExceeded(false)).isFalse();
    assertThat(new GatewayShare(100, 100, 4).isExceeded(false)).isTrue();
  }

  @Test
  void aTableOnOneServerOrOfUnknownServersNeverOpens() {
    assertThat(new GatewayShare(1e6, 1e6, 1).isExceeded(false)).isFalse();
    assertThat(new GatewayShare(1e6, 0, 0).isExceeded(false)).isFalse();
  }

  @Test
  void operationsThatNoOwnerHereHasSeenYetOpen() {
    assertThat(new GatewayShare(1000, 0, 2).isExceeded(false)).isTrue();
  }

  /** Doors that take equal parts leave every gateway region of them closed: nothing swings. */
  @Property
  void whereAllServersTakeAnEqualShareNoneOpens(
      @ForAll @DoubleRange(max = 1e7) double total, @ForAll @IntRange(min = 1, max = 100) int all) {
    assertThat(new GatewayShare(total / all, total, all).isExceeded(false)).isFalse();
  }

  @Property
  void moreOperationsNeverClose(
      @ForAll @DoubleRange(max = 1e6) double natural,
      @ForAll @DoubleRange(max = 1e6) double more,
      @ForAll @DoubleRange(max = 1e7) double total,
      @ForAll @IntRange(max = 100) int servers,
      @ForAll boolean redirects) {
    if (new GatewayShare(natural, total, servers).isExceeded(redirects)) {
      assertThat(new GatewayShare(natural + more, total, servers).isExceeded(redirects)).isTrue();
      assertThat(new GatewayShare(natural, total, servers).isExceeded(true)).isTrue();
    }
  }
}
