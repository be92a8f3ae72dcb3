package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.halite.coprocessor.door.MeasuredFigure.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/scale.md says of measurements, and how far it says that the model is off. */
class MeasuredFigureTest {
  private final ScaleCosts costs = ScaleCosts.fitted();
  private final List<MeasuredFigure> all = MeasuredFigure.all(costs);

  /** A limit is the error itself, rounded up: a better model has to say so, too. */
  @ParameterizedTest
  @CsvSource({
    "SINGLE, 1.6, 3.3",
    "HUNDRED, 1.3, 3.4",
    "THOUSAND, 1.5, 2.1",
    "BUSIEST, 1.1, 1.4",
    "DOORS_BESIDE_PLAIN, 2.3, 6.5",
    "BY_HAND_BESIDE_PLAIN, 2.0, 3.3",
    "ROWS, 1.5, 2.9",
    "ROWS_BESIDE_PLAIN, 1.9, 4.4",
  })
  void theModelIsOffByAsMuchAsThis(Kind kind, double median, double worst) {
    MeasuredErrors errors = MeasuredErrors.of(kind, all);
    assertThat(errors.median()).isBetween(median - 0.1, median);
    assertThat(errors.worst().factor()).as(errors.worst().toString()).isBetween(worst - 0.1, worst);
  }

  @ParameterizedTest
  @EnumSource
  void eachKindHasTenFiguresOrMore(Kind kind) {
    assertThat(MeasuredErrors.of(kind, all).figures()).hasSizeGreaterThanOrEqualTo(10);
  }

  /** The page warns of it: computed, doors look better beside a hot region than they are. */
  @ParameterizedTest
  @EnumSource(names = {"DOORS_BESIDE_PLAIN", "ROWS_BESIDE_PLAIN"})
  void theModelFlattersWhatStandsBesideTheHotRegionInEachRun(Kind kind) {
    assertThat(MeasuredErrors.of(kind, all).least()).isGreaterThan(1.1);
  }

  /** As README.md, docs/doors.md and docs/concepts.md say, too. */
  @Test
  void doorsCarriedLessThanTheHotRegionOnThreeServersAndInSinglePuts() {
    List<MeasuredFigure> few =
        all.stream()
            .filter(figure -> figure.kind().isBesidePlain() && figure.way().endsWith("doors"))
            .filter(figure -> figure.setup().servers() == 3 || figure.setup().batch() == 1)
            .toList();
    assertThat(few).hasSize(8);
    assertThat(few).allSatisfy(figure -> assertThat(figure.measured()).isLessThan(0.9));
  }

  @Test
  void inBatchesOfAThousandDoorsCarriedMoreThanTheHotRegionFromFourServersOn() {
    List<MeasuredFigure> large =
        all.stream()
            .filter(figure -> figure.kind().isBesidePlain() && figure.way().endsWith("doors"))
            .filter(figure -> figure.setup().servers() > 3 && figure.setup().batch() == 1_000)
            .toList();
    assertThat(large).hasSize(3);
    assertThat(large).allSatisfy(figure -> assertThat(figure.measured()).isGreaterThan(1.8));
  }

  @ParameterizedTest
  @CsvSource({"5 of 0.2, 1.8", "3 of 0.2, 1.3"})
  void manyDoorsCarryAsManyTimesTheRowsOfOneAsWasMeasured(String run, double times) {
    MeasuredFigure many = rows(run, "many doors");
    MeasuredFigure one = rows(run, "one door");
    assertThat(many.measured() / one.measured()).isEqualTo(times, within(0.06));
    assertThat(many.quotient() / one.quotient()).isBetween(1 / 1.3, 1.3);
  }

  private MeasuredFigure rows(String run, String way) {
    return all.stream()
        .filter(figure -> figure.kind() == Kind.ROWS)
        .filter(figure -> figure.where().equals(run) && figure.way().equals(way))
        .findFirst()
        .orElseThrow();
  }
}
