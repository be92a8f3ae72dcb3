package io.halite.filters.segment;

/**
 * What a query may hold: counts its conditions one by one, and refuses segments that overlap.
 *
 * <p>Example: {@code @0:3 = ATL or @2:2 = AB} is refused at its second condition. Not thread-safe.
 */
final class QueryLimits {
  /** Conditions that one {@code and} after the other joins, without parentheses. */
  static final int MAX_CONDITIONS = 64;

  static final int MAX_CONDITIONS_OF_GROUPS = 1024;

  /** How many groups may lie within each other, which takes half as many parentheses. */
  static final int MAX_DEPTH = 32;

  /** Delimiters before the segments of all conditions; each condition may have 256. */
  static final int MAX_STEPS = 20_000;

  /** Prefixes and ranges of all conditions: so many a server reads. */
  static final int MAX_RANGES = 10_000;

  /** Values, prefixes and ranges of all conditions, and those of several branches together. */
  static final int MAX_VALUES = 200_000;

  private final Chain segments = new Chain();
  private int conditions;
  private long values;
  private int ranges;
  private int steps;
  private long rangeBytes;

  void add(Condition condition) {
    checkCount(++conditions, MAX_CONDITIONS_OF_GROUPS);
    values += condition.spans().size();
    checkValues(values);
    ranges += condition.rangeCount();
    if (ranges > MAX_RANGES) {
      throw new IllegalArgumentException(
          "%d prefixes and ranges are given: at most %d are allowed, split the query"
              .formatted(ranges, MAX_RANGES));
    }
    rangeBytes += condition.rangeBytes();
    Condition.checkRanges(rangeBytes);
    steps += condition.field().steps().size();
    if (steps > MAX_STEPS) {
      throw new IllegalArgumentException(
          "segments lie behind %d delimiters in all: at most %d are allowed, give fewer conditions"
              .formatted(steps, MAX_STEPS));
    }
    segments.add(condition.field());
  }

  /** Refuses so many values, prefixes and ranges of a query. */
  static void checkValues(long count) {
    if (count > MAX_VALUES) {
      throw new IllegalArgumentException(
          "the query has more than %d values and ranges: give fewer, or split the query"
              .formatted(MAX_VALUES));
    }
  }

  /** Checks what does not depend on a single condition. */
  static void checkWhole(Formula formula) {
    if (formula.depth() > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "'and' and 'or' lie %d deep within each other: use at most %d levels of parentheses"
              .formatted(formula.depth(), MAX_DEPTH));
    }
    checkJoined(formula);
  }

  private static void checkJoined(Formula formula) {
    if (formula instanceof Group group) {
      if (!group.any()) {
        checkCount(
            (int) group.parts().stream().filter(Condition.class::isInstance).count(),
            MAX_CONDITIONS);
      }
      group.parts().forEach(QueryLimits::checkJoined);
    }
  }

  private static void checkCount(int conditions, int most) {
    if (conditions > most) {
      throw new IllegalArgumentException(
          conditions + " conditions are given: at most " + most + " are allowed, split the query");
    }
  }
}
