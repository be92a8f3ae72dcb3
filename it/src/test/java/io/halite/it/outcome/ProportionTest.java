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

  /**
   * What an hour of SurvivalFire notices: 9 of 816 on the plain table, five salted ones together.
   */
  @Test
  void twoAndAHalfTimesAsManyOnFiveTablesAreMoreThanOnePointOneTimesNineOnOne() {
    Proportion plain = new Proportion(9, 816);
    Proportion more = new Proportion(23, 816).and(new Proportion(28, 1_020));
    assertThat(more).isEqualTo(new Proportion(51, 1_836));
    assertThat(more.over(plain).lower()).isGreaterThan(1.1);
    assertThat(new Proportion(40, 1_836).over(plain).lower()).isLessThan(1.1);
  }
}
