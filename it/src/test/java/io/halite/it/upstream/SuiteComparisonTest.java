package io.halite.it.upstream;

import static io.halite.it.upstream.Status.ABSENT;
import static io.halite.it.upstream.Status.FAILED;
import static io.halite.it.upstream.Status.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SuiteComparisonTest {
  @Test
  void methodThatEndsTheSameInBothModesIsEqual() {
    SuiteComparison suite =
        compare(List.of(passed("a"), failed("b")), List.of(passed("a"), failed("b")));

    assertThat(suite.differences()).isEmpty();
    assertThat(suite.redInBoth()).containsExactly("b");
  }

  @Test
  void methodThatFailsOnlyWithHaliteIsADifferenceWithItsError() {
    SuiteComparison suite = compare(List.of(passed("a")), List.of(failed("a")));

    assertThat(suite.differences())
        .containsExactly(new Difference("p.Suite", "a", PASSED, FAILED, "boom"));
  }

  @Test
  void methodThatNeverEndsWithHaliteIsADifference() {
    SuiteComparison suite = compare(List.of(passed("a"), passed("b")), List.of(passed("a")));

    assertThat(suite.differences())
        .containsExactly(new Difference("p.Suite", "b", PASSED, ABSENT, ""));
  }

  @Test
  void methodWithOneDifferingParameterCountsOnce() {
    SuiteComparison suite =
        compare(
            List.of(
                outcome("a", "0", PASSED), outcome("a", "1", PASSED), outcome("a", "2", PASSED)),
            List.of(
                outcome("a", "0", FAILED), outcome("a", "1", PASSED), outcome("a", "2", FAILED)));

    assertThat(suite.methods()).containsExactly("a");
    assertThat(suite.differences()).extracting(Difference::method).containsExactly("a");
  }

  @Test
  void methodWhoseParametersFailCrosswiseIsADifference() {
    SuiteComparison suite =
        compare(
            List.of(outcome("a", "0", FAILED), outcome("a", "1", PASSED)),
            List.of(outcome("a", "0", PASSED), outcome("a", "1", FAILED)));

    assertThat(suite.differences()).hasSize(1);
  }

  @Test
  void differenceThatDoesNotRepeatIsNoDifference() {
    SuiteComparison first =
        compare(List.of(passed("a"), passed("b")), List.of(failed("a"), failed("b")));
    SuiteComparison rerun =
        compare(List.of(passed("a"), passed("b")), List.of(passed("a"), failed("b")));

    assertThat(first.unsettled()).containsExactly("a", "b");
    assertThat(first.settledBy(rerun).differences())
        .extracting(Difference::method)
        .containsExactly("b");
    assertThat(first.settledBy(rerun).redInBoth()).isEmpty();
    assertThat(first.settledBy(rerun).differedOnce())
        .containsExactly(new Difference("p.Suite", "a", PASSED, FAILED, "boom"));
  }

  @Test
  void baselineThatFailedOnceIsJudgedByItsSecondRun() {
    SuiteComparison first = compare(List.of(failed("a")), List.of(failed("a")));
    SuiteComparison rerun = compare(List.of(passed("a")), List.of(failed("a")));

    assertThat(first.settledBy(rerun).differences())
        .containsExactly(new Difference("p.Suite", "a", PASSED, FAILED, "boom"));
  }

  @Test
  void failureOfTheWholeClassCountsOnlyIfItRepeats() {
    SuiteComparison first =
        compare(List.of(passed("a")), List.of(failed(OutcomeListener.WHOLE_CLASS)));

    assertThat(first.settledBy(compare(List.of(passed("a")), List.of(passed("a")))).differences())
        .isEmpty();
    assertThat(first.settledBy(first).differences())
        .extracting(Difference::method)
        .containsExactly(OutcomeListener.WHOLE_CLASS, "a");
  }

  @Test
  void failureReportedBesideASuccessOfTheSameMethodIsAFailure() {
    SuiteOutcomes outcomes = SuiteOutcomes.of(List.of(passed("a"), failed("a")));

    assertThat(outcomes.status("a")).isEqualTo(FAILED);
  }

  private static SuiteComparison compare(List<SuiteOutcome> without, List<SuiteOutcome> with) {
    return new SuiteComparison("p.Suite", SuiteOutcomes.of(without), SuiteOutcomes.of(with));
  }

  private static SuiteOutcome passed(String method) {
    return outcome(method, "", PASSED);
  }

  private static SuiteOutcome failed(String method) {
    return outcome(method, "", FAILED);
  }

  private static SuiteOutcome outcome(String method, String parameter, Status status) {
    return new SuiteOutcome(method, parameter, status, status == FAILED ? "boom" : "");
  }
}
