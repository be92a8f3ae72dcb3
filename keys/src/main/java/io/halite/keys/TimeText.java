package io.halite.keys;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Times as people write them: {@code 2001-01-15T00:00Z}, or milliseconds since 1970.
 *
 * <p>{@code parse("2001-01-15T00:00Z")} is 979,516,800,000, and {@code print} of it is {@code
 * 2001-01-15T00:00:00Z}. Stateless and thread-safe.
 */
public final class TimeText {
  private static final long YEAR_9999 = 253_402_300_799_999L;

  private TimeText() {}

  /**
   * Returns the milliseconds since 1970; they are negative for a time before.
   *
   * @param text an ISO time with {@code Z} or an offset such as {@code +01:00}, or a decimal number
   * @throws IllegalArgumentException if the text is neither; its message says what is expected
   */
  public static long parse(String text) {
    try {
      return isTime(text)
          ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
          : Long.parseLong(text);
    } catch (DateTimeException | NumberFormatException | ArithmeticException quotesTheText) {
      // Without its cause, which quotes the text, whatever its length.
      throw new IllegalArgumentException(
          "a time such as '2001-01-15T00:00Z', or milliseconds since 1970");
    }
  }

  /**
   * Returns the time in UTC, {@code 2001-01-15T00:00:00Z} for 979516800000. A time before 1970 or
   * after the year 9999 is returned as a decimal number of milliseconds, {@code -1}.
   */
  public static String print(long millis) {
    return millis >= 0 && millis <= YEAR_9999
        ? Instant.ofEpochMilli(millis).toString()
        : Long.toString(millis);
  }

  /** Returns what {@link #parse} returns, if it is not before 1970. */
  static long parseFrom1970(String text) {
    try {
      return from1970(parse(text));
    } catch (IllegalArgumentException earlierOrNeither) {
      throw new IllegalArgumentException(
          "a time from 1970 on, such as 2001-01-15T00:00Z, or its milliseconds", earlierOrNeither);
    }
  }

  /** Returns the milliseconds if they are not before 1970. */
  static long from1970(long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("a time from 1970 on");
    }
    return millis;
  }

  /** Whether the text is a time rather than a number. */
  static boolean isTime(String text) {
    return text.indexOf('T') > 0;
  }
}
