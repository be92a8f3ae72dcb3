package io.halite.it.upstream;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One suite's methods in both modes. A method differs if any of its parameters ended otherwise; it
 * is red if it fails in both modes, so that it judges nothing.
 *
 * @param differedOnce what differed in the first run, and was equal when it ran again
 */
record SuiteComparison(
    String suite, SuiteOutcomes without, SuiteOutcomes with, List<Difference> differedOnce) {
  /** A suite that ran once. */
  SuiteComparison(String suite, SuiteOutcomes without, SuiteOutcomes with) {
    this(suite, without, with, List.of());
  }

  Set<String> methods() {
    return Stream.of(without, with)
        .flatMap(outcomes -> outcomes.methods().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  List<Difference> differences() {
    return methods().stream().filter(this::differs).map(this::difference).toList();
  }

  List<String> redInBoth() {
    return methods().stream()
        .filter(method -> !differs(method) && without.status(method) == Status.FAILED)
        .toList();
  }

  /** The methods that one run cannot settle: they differ, or the baseline does not pass. */
  Set<String> unsettled() {
    return methods().stream()
        .filter(method -> differs(method) || without.status(method) == Status.FAILED)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** This comparison after its unsettled methods ran once more: the better of two ends counts. */
  SuiteComparison settledBy(SuiteComparison rerun) {
    SuiteComparison settled =
        new SuiteComparison(suite, without.bestWith(rerun.without), with.bestWith(rerun.with));
    List<Difference> once =
        differences().stream().filter(first -> !settled.differs(first.method())).toList();
    return new SuiteComparison(suite, settled.without, settled.with, once);
  }

  private boolean differs(String method) {
    return Stream.of(without, with)
        .flatMap(outcomes -> outcomes.parametersOf(method).stream())
        .anyMatch(parameter -> without.status(method, parameter) != with.status(method, parameter));
  }

  private Difference difference(String method) {
    return new Difference(
        suite,
        method,
        without.status(method),
        with.status(method),
        with.error(method).or(() -> without.error(method)).orElse(""));
  }
}
