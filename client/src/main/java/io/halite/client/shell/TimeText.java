package io.halite.client.shell;

import io.halite.routing.latest.LatestException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Times as users write them, {@code 2001-01-15T00:00Z}, or in milliseconds since 1970. Stateless.
 */
final class TimeText {
  private static final long YEAR_9999 = 253_402_300_799_999L;

  private TimeText() {}

  static long parse(String name, Object given) {
    String text = given.toString();
    try {
      return text.indexOf('T') > 0
          ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
          : Long.parseLong(text);
    } catch (DateTimeException | NumberFormatException | ArithmeticException e) {
      throw new LatestException(
          name,
          text,
          "it is a time such as '2001-01-15T00:00Z', or milliseconds since 1970",
          "fix it in the command");
    }
  }

  /** Prints milliseconds since 1970 as a time; one after the year 9999 stays a number. */
  static String print(long millis) {
    return millis >= 0 && millis <= YEAR_9999
        ? Instant.ofEpochMilli(millis).toString()
        : Long.toString(millis);
  }
}
