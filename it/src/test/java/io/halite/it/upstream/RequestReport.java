package io.halite.it.upstream;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether each suite had the requests that show that it judged what it was to judge, or is listed
 * in {@code docs/upstream.md} as one that does not: {@code - `Suite` judges no door}.
 */
final class RequestReport {
  private static final Pattern LISTED =
      Pattern.compile("^- (`\\w+` judges no (?:door|plug-in|gateway))\\b");

  private final List<SuiteRequests> requests;
  private final Set<String> listed;

  /**
   * @param page the lines of {@code docs/upstream.md}
   */
  RequestReport(List<SuiteRequests> requests, List<String> page) {
    this.requests = List.copyOf(requests);
    this.listed =
        page.stream()
            .flatMap(line -> LISTED.matcher(line).results())
            .map(item -> item.group(1))
            .collect(Collectors.toUnmodifiableSet());
  }

  List<String> page() {
    return requests.stream().map(this::line).toList();
  }

  /** What the suites did not judge, though they should. */
  List<String> unlisted() {
    return requests.stream()
        .filter(suite -> suite.number() == 0)
        .map(SuiteRequests::nothingJudged)
        .filter(nothing -> !listed.contains(nothing))
        .toList();
  }

  /** Whether all suites together had requests of each kind. */
  boolean hasEachKind() {
    Set<String> kinds =
        requests.stream().map(suite -> suite.kind().what()).collect(Collectors.toSet());
    requests.stream()
        .filter(suite -> suite.number() > 0)
        .forEach(suite -> kinds.remove(suite.kind().what()));
    return kinds.isEmpty();
  }

  private String line(SuiteRequests suite) {
    String nothing = suite.nothingJudged();
    return suite.number() > 0
        ? suite.line()
        : suite.line() + (listed.contains(nothing) ? ": listed" : ": UNLISTED, " + nothing);
  }
}
