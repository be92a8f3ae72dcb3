package io.halite.it.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProportionTest {
  /** Wilson's interval of 10 in 100, as every table of it shows it. */
  @Test
  void tenOfAHundredLieBetweenFiveAndAHalfAndSeventeenAndAHalfPercent() {
    Proportion ten = new Proportion(10, 100);
    assertThat(ten.lower()).isCloseTo(0.0552, within(0.0001));
    assertThat(ten.upper()).isCloseTo(0.1744, within(0.0001));
  }

  @Test
  void noneOfAHundredMayBeFourPercent() {
    assertThat(new Proportion(0, 100).upper()).isCloseTo(0.0370, within(0.0001));
  }

  @Test
  void equalRatesHaveARatioAroundOne() {
    assertThat(new Proportion(2_000, 10_000).over(new Proportion(2_000, 10_000)))
        .hasToString("1.000 (0.946 to 1.057)");
  }

  @Test
  void noneOfAHundredMayHaveADoubleRateOfTwoInAHundred() {
    assertThat(new Proportion(0, 100).over(new Proportion(200, 10_000)))
        .hasToString("0.000 (0.000 to 2.122)");
  }
}
