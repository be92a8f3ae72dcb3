package io.halite.it.upstream;

/** One test method that ended differently without and with Halite, and the first error met. */
record Difference(String suite, String method, Status without, Status with, String error) {
  /** {@code TestCheckAndMutate#testPut}: the suite without its package, then the method. */
  String name() {
    return suite.substring(suite.lastIndexOf('.') + 1) + '#' + method;
  }
}
