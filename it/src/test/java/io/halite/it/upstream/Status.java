package io.halite.it.upstream;

/** How one test method ended. The order is from best to worst: see {@link #better}. */
enum Status {
  PASSED,
  SKIPPED,
  FAILED,
  /** Discovered in the other mode or another run, but never reported here. */
  ABSENT;

  static Status better(Status one, Status other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
