package io.halite.client.latest.page;

/**
 * A question about newest rows that cannot be asked: what was given, the rule, where to fix it.
 *
 * <p>Example: {@code limit '0': it is 1 to 10000 rows of each key (fix it in the query)}.
 */
public final class LatestException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

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
    super(name + " '" + given + "': " + rule + " (" + where + ")");
  }
}
