package io.halite.it.upstream;

/** One test method that ended differently without and with Halite, and the first error met. */
record Difference(String suite, String method, Status without, Status with, String error) {
  /** {@code TestCheckAndMutate#testPut}: the suite without its package, then the method. */
  String name() {
    return nameOf(method);
  }

  /** The end of the suite's class, which is an item of the list, too. */
  String nameOfClass() {
    return nameOf(OutcomeListener.WHOLE_CLASS);
  }

  private String nameOf(String part) {
    return suite.substring(suite.lastIndexOf('.') + 1) + '#' + part;
  }
}
