package io.halite.it.upstream;

import java.util.Objects;

/**
 * One test method's end under one parameter, as one line of text: {@code method TAB parameter TAB
 * status TAB error}. The parameter is the index of the suite's parameter set, empty where the suite
 * has none; the error is one line, empty where the method passed.
 */
record SuiteOutcome(String method, String parameter, Status status, String error) {
  private static final int LONGEST_ERROR = 400;

  SuiteOutcome {
    Objects.requireNonNull(method, "method");
    error = oneLine(error);
  }

  String toLine() {
    return String.join("\t", method, parameter, status.name(), error);
  }

  /**
   * @see #toLine
   */
  static SuiteOutcome parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != 4) {
      throw new IllegalArgumentException(
          "outcome line '%s' has %d fields: method, parameter, status and error are wanted"
              .formatted(line, fields.length));
    }
    return new SuiteOutcome(fields[0], fields[1], Status.valueOf(fields[2]), fields[3]);
  }

  private static String oneLine(String text) {
    String first = text.strip().lines().findFirst().orElse("").replace('\t', ' ');
    return first.length() <= LONGEST_ERROR ? first : first.substring(0, LONGEST_ERROR) + "…";
  }
}
