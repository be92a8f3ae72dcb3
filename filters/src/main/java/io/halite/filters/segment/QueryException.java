package io.halite.filters.segment;

import org.jspecify.annotations.Nullable;

/**
 * A malformed query text: where the fault is, what was found and what was expected.
 *
 * <p>Example: {@code query 'destination = LA' at position 15: found 'LA' (2 bytes), expected a
 * value of 3 bytes for segment 'destination@15:3'; write LA* for all that begin so}. Positions
 * count characters from 1.
 */
public final class QueryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN = 200;

  private final int position;
  private final String found;
  private final String expected;

  QueryException(
      String query, int position, String found, String expected, @Nullable Throwable cause) {
    super(
        "query '%s' at position %d: found %s, expected %s"
            .formatted(cut(query), position, cut(found), expected),
        cause);
    this.position = position;
    this.found = found;
    this.expected = expected;
  }

  private static String cut(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }

  /** The position of the fault in characters from 1; for the end of the text, its length plus 1. */
  public int position() {
    return position;
  }

  /** What was found there. */
  public String found() {
    return found;
  }

  /** What the grammar or the segment expects there. */
  public String expected() {
    return expected;
  }
}
