package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecayingRateTest {
  private final DecayingRate rate = new DecayingRate();

  @ParameterizedTest
  @ValueSource(longs = {0, 5_000_000, -5_000_000})
  void itIsHalfOfWhatArrivesAfterTenSeconds(long origin) {
    rate.take(origin);
    for (int second = 1; second <= 10; second++) {
      rate.count(100);
      assertThat(rate.take(origin + 1_000L * second)).isEqualTo(100);
    }
    assertThat(rate.rate()).isCloseTo(50, within(1e-9));
  }

  @Test
  void itIsTheSameHoweverOftenItIsTaken() {
    rate.take(0);
    rate.count(1_000);
    rate.take(10_000);
    assertThat(rate.rate()).isCloseTo(50, within(1e-9));
    rate.take(20_000);
    assertThat(rate.rate()).isCloseTo(25, within(1e-9));
  }

  @Test
  void whatArrivesBeforeTheFirstCallCountsAfterIt() {
    rate.count(7);
    assertThat(rate.take(0)).isZero();
    assertThat(rate.take(0)).isZero();
    assertThat(rate.take(1_000)).isEqualTo(7);
  }

  @Test
  void itForgets() {
    rate.take(0);
    rate.count(7);
    rate.take(1_000);
    rate.count(7);
    rate.forget();
    assertThat(rate.rate()).isZero();
    assertThat(rate.take(2_000)).isZero();
  }
}
