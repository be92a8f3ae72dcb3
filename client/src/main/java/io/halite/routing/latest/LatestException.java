package io.halite.routing.latest;

import io.halite.keys.KeyBytes;

/**
 * A question about newest rows that cannot be asked: what was given, the rule, where to fix it.
 *
 * <p>Example: {@code limit '0': it is 1 to 10000 rows of each key (fix it in the query)}.
 */
public final class LatestException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  // Two readable keys, as a range has them.
  private static final int MOST_SHOWN = 450;

  /**
   * A refusal.
   *
   * @param name what is wrong, such as {@code limit}
   * @param given its value as it was given
   * @param rule what it would have to be
   */
  public LatestException(String name, Object given, String rule) {
    this(name, given, rule, "fix it in the query");
  }

  /** The same, to be mended elsewhere than in the query. */
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
