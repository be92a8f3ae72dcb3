package io.halite.it.rights;

/** One entry of the matrix: who asks what, on which table, by which door. */
record MatrixQuestion(
    int number, Request request, Actor actor, Door door, Salting salting, boolean earlyOut) {
  /** The beginning of its rows, which no other question has. */
  String unit() {
    return "u%05d".formatted(number);
  }

  /** Whether a guest serves it; calls of endpoints go back to the gateway region. */
  boolean isServedByGuests() {
    return door == Door.GUEST && !Endpoints.NAMES.contains(request.name());
  }

  @Override
  public String toString() {
    return "%s as %s by %s under %s, early_out=%s"
        .formatted(request.name(), actor, door, salting, earlyOut);
  }
}
