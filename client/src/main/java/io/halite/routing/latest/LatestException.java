package io.halite.routing.latest;

import io.halite.keys.KeyBytes;

/**
 * The refusal of a query for newest rows, or of a page of its answer. Its message says what was
 * given, the rule and where to correct it.
 *
 * <p>Example: {@code limit '0': it must be 1 to 10000 rows of each key (correct it in the query)}.
 */
public final class LatestException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  // Two readable keys, as a range has them.
  private static final int MOST_SHOWN = 450;

  /**
   * A refusal.
   *
   * @param name what is wrong, such as {@code limit}
   * @param given the value that was given
   * @param rule what is expected
   */
  public LatestException(String name, Object given, String rule) {
    this(name, given, rule, "correct it in the query");
  }

  /**
   * A refusal whose cause is not in the query.
   *
   * @param where where, or how, to correct it
   * @see #LatestException(String, Object, String)
   */
  public LatestException(String name, Object given, String rule, String where) {
    super(
        KeyBytes.cut(name, MOST_SHOWN)
            + " '"
            + KeyBytes.cut(String.valueOf(given), MOST_SHOWN)
            + "': "
            + KeyBytes.cut(rule, MOST_SHOWN)
            + " ("
            + where
            + ")");
  }
}
