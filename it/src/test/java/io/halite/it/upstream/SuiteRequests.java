package io.halite.it.upstream;

/** How many requests of a kind a suite had. */
record SuiteRequests(String suite, CountedRequests kind, long number) {
  /**
   * {@code `TestAppend` judges no door}: how {@code docs/upstream.md} lists a suite without any.
   */
  String nothingJudged() {
    return "`%s` judges no %s".formatted(suite.substring(suite.lastIndexOf('.') + 1), kind.what());
  }

  String line() {
    return "%-60s %8d requests %s".formatted(suite, number, kind.label());
  }
}
