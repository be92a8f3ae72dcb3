package io.halite.it.upstream;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All outcomes of one suite in one mode, by method and parameter. Immutable. */
final class SuiteOutcomes {
  private final Map<String, Map<String, SuiteOutcome>> byMethod;

  private SuiteOutcomes(Map<String, Map<String, SuiteOutcome>> byMethod) {
    this.byMethod = byMethod;
  }

  static SuiteOutcomes of(Collection<SuiteOutcome> outcomes) {
    Map<String, Map<String, SuiteOutcome>> byMethod = new LinkedHashMap<>();
    for (SuiteOutcome outcome : outcomes) {
      byMethod
          .computeIfAbsent(outcome.method(), method -> new LinkedHashMap<>())
          .merge(outcome.parameter(), outcome, SuiteOutcomes::worse);
    }
    return new SuiteOutcomes(byMethod);
  }

  /** A method that a run reports twice (a rule around it fails as well) ended as its worse line. */
  private static SuiteOutcome worse(SuiteOutcome one, SuiteOutcome other) {
    return Status.better(one.status(), other.status()) == one.status() ? other : one;
  }

  Set<String> methods() {
    return new TreeSet<>(byMethod.keySet());
  }

  Set<String> parametersOf(String method) {
    return new TreeSet<>(byMethod.getOrDefault(method, Map.of()).keySet());
  }

  Status status(String method, String parameter) {
    SuiteOutcome outcome = byMethod.getOrDefault(method, Map.of()).get(parameter);
    return outcome == null ? Status.ABSENT : outcome.status();
  }

  /** The worst status over the method's parameters: a parameterised method counts as one. */
  Status status(String method) {
    return byMethod.getOrDefault(method, Map.of()).values().stream()
        .map(SuiteOutcome::status)
        .max(Status::compareTo)
        .orElse(Status.ABSENT);
  }

  Optional<String> error(String method) {
    return byMethod.getOrDefault(method, Map.of()).values().stream()
        .map(SuiteOutcome::error)
        .filter(error -> !error.isEmpty())
        .findFirst();
  }

  SuiteOutcomes only(Set<String> methods) {
    return of(lines().stream().filter(outcome -> methods.contains(outcome.method())).toList());
  }

  /**
   * What each method reached at best in this run and a later one. A failure of the whole class
   * counts only if the later run met it as well.
   */
  SuiteOutcomes bestWith(SuiteOutcomes later) {
    Map<String, SuiteOutcome> best = new LinkedHashMap<>();
    for (SuiteOutcomes run : List.of(this, later)) {
      for (SuiteOutcome outcome : run.lines()) {
        best.merge(
            outcome.method() + '\t' + outcome.parameter(),
            outcome,
            (one, other) ->
                Status.better(one.status(), other.status()) == one.status() ? one : other);
      }
    }
    if (later.status(OutcomeListener.WHOLE_CLASS) == Status.ABSENT) {
      best.values().removeIf(outcome -> outcome.method().equals(OutcomeListener.WHOLE_CLASS));
    }
    return of(best.values());
  }

  List<SuiteOutcome> lines() {
    return byMethod.values().stream()
        .flatMap(parameters -> parameters.values().stream())
        .collect(Collectors.toList());
  }
}
