package io.halite.it.upstream;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the judge found, as a page for a person and as lines for a program. */
final class JudgeReport {
  private final List<SuiteComparison> suites;
  private final AcceptedDifferences accepted;

  JudgeReport(List<SuiteComparison> suites, AcceptedDifferences accepted) {
    this.suites = List.copyOf(suites);
    this.accepted = accepted;
  }

  List<Difference> differences() {
    return suites.stream().flatMap(suite -> suite.differences().stream()).toList();
  }

  List<Difference> unlisted() {
    return differences().stream().filter(difference -> !accepted.lists(difference)).toList();
  }

  /** Suites of which neither mode reported a method: they judge nothing. */
  List<String> suitesWithoutMethods() {
    return suites.stream()
        .filter(suite -> suite.methods().isEmpty())
        .map(SuiteComparison::suite)
        .toList();
  }

  /** Listed for a suite that ran, but equal now: the list is out of date. */
  List<String> listedInVain() {
    Set<String> ran =
        suites.stream()
            .filter(suite -> !suite.methods().isEmpty())
            // The end of a class is reported only where it failed.
            .flatMap(
                suite ->
                    Stream.concat(suite.methods().stream(), Stream.of(OutcomeListener.WHOLE_CLASS))
                        .map(method -> nameOf(suite.suite(), method)))
            .collect(Collectors.toSet());
    Set<String> differ = differences().stream().map(Difference::name).collect(Collectors.toSet());
    return accepted.ofThisWay().stream()
        .filter(name -> ran.contains(name) && !differ.contains(name))
        .toList();
  }

  /** The tables, one line each. */
  List<String> page() {
    List<String> page = new ArrayList<>();
    page.add(
        "%-44s %5s %6s %10s %12s".formatted("suite", "run", "equal", "different", "red in both"));
    for (SuiteComparison suite : suites) {
      int run = suite.methods().size();
      int different = suite.differences().size();
      int red = suite.redInBoth().size();
      page.add(
          "%-44s %5d %6d %10d %12d"
              .formatted(simpleName(suite.suite()), run, run - different - red, different, red));
    }
    for (Difference difference : differences()) {
      page.add(
          "%s %s: %s without, %s with: %s"
              .formatted(
                  accepted.lists(difference) ? "listed  " : "UNLISTED",
                  difference.name(),
                  difference.without(),
                  difference.with(),
                  difference.error()));
    }
    for (SuiteComparison suite : suites) {
      for (String method : suite.redInBoth()) {
        page.add(
            "red in both %s: %s"
                .formatted(
                    nameOf(suite.suite(), method), suite.without().error(method).orElse("")));
      }
    }
    for (SuiteComparison suite : suites) {
      for (Difference once : suite.differedOnce()) {
        page.add(
            "differed once, and was equal when it ran again: %s: %s without, %s with: %s"
                .formatted(once.name(), once.without(), once.with(), once.error()));
      }
    }
    listedInVain().forEach(name -> page.add("listed in docs/upstream.md, but equal: " + name));
    return page;
  }

  /** One line for each method: suite, method, status without, status with, error; by tabs. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (SuiteComparison suite : suites) {
      for (String method : suite.methods()) {
        lines.add(
            String.join(
                "\t",
                suite.suite(),
                method,
                suite.without().status(method).name(),
                suite.with().status(method).name(),
                suite.with().error(method).or(() -> suite.without().error(method)).orElse("")));
      }
    }
    return lines;
  }

  private static String nameOf(String suite, String method) {
    return simpleName(suite) + '#' + method;
  }

  private static String simpleName(String suite) {
    return suite.substring(suite.lastIndexOf('.') + 1);
  }
}
