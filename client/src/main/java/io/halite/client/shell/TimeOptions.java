package io.halite.client.shell;

import io.halite.client.latest.LatestQuery;
import io.halite.keys.TimeText;
import io.halite.routing.latest.ChoiceText;
import io.halite.routing.latest.LatestException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a key the arguments of {@code latest} say: {@code LIMIT}, {@code AT}, {@code EACH},
 * {@code FIRST_AFTER}, {@code AS_OF}, {@code NOT_BEFORE} and {@code BETWEEN}. Each end of the times
 * is said once. Stateless.
 */
final class TimeOptions {
  static final Set<String> NAMES =
      Set.of("LIMIT", "AT", "EACH", "FIRST_AFTER", "AS_OF", "NOT_BEFORE", "BETWEEN");

  private static final String WHERE = "correct it in the command";

  private TimeOptions() {}

  static LatestQuery query(@Nullable Object limit, Map<String, ?> options) {
    LatestOptions.requireOne(options, "the oldest time", "FIRST_AFTER", "NOT_BEFORE", "BETWEEN");
    LatestOptions.requireOne(options, "the newest time", "AS_OF", "BETWEEN");
    LatestQuery query = chosen(limit(limit, options), options);
    if (options.get("EACH") != null) {
      query = query.each(width("EACH", options.get("EACH")));
    }
    if (options.get("BETWEEN") != null) {
      List<String> times = texts(options.get("BETWEEN")).toList();
      if (times.size() != 2) {
        throw new LatestException("BETWEEN", times, "it must be two times, the older first", WHERE);
      }
      query = query.between(time("BETWEEN", times.get(0)), time("BETWEEN", times.get(1)));
    }
    if (options.get("AS_OF") != null) {
      query = query.asOf(time("AS_OF", options.get("AS_OF")));
    }
    if (options.get("NOT_BEFORE") != null) {
      query = query.notBefore(time("NOT_BEFORE", options.get("NOT_BEFORE")));
    }
    return query;
  }

  private static LatestQuery chosen(@Nullable Integer limit, Map<String, ?> options) {
    Object at = options.get("AT");
    Object after = options.get("FIRST_AFTER");
    if (at != null && (limit != null || after != null || options.get("EACH") != null)) {
      throw new LatestException(
          "AT", at, "the times say how many rows: without LIMIT, EACH and FIRST_AFTER", WHERE);
    }
    if (at != null) {
      return LatestQuery.at(texts(at).mapToLong(text -> time("AT", text)).toArray());
    }
    if (after != null) {
      return LatestQuery.oldest(limit == null ? 1 : limit).after(time("FIRST_AFTER", after));
    }
    if (limit == null) {
      throw LatestOptions.missing(
          "how many rows of each key", "give a number, as in latest 't', 'ORD', 5");
    }
    return LatestQuery.newest(limit);
  }

  private static @Nullable Integer limit(@Nullable Object limit, Map<String, ?> options) {
    Object option = options.get("LIMIT");
    if (limit != null && option != null) {
      throw new LatestException("LIMIT", option, "the number " + limit + " is given too", WHERE);
    }
    Object given = limit == null ? option : limit;
    return given == null ? null : Integer.valueOf(LatestOptions.number("LIMIT", given));
  }

  private static Stream<String> texts(Object option) {
    return option instanceof List<?> list
        ? list.stream().map(Object::toString)
        : Stream.of(option.toString());
  }

  /** Reads a width of time such as {@code 2h}. */
  static Duration width(String name, Object given) {
    return Duration.ofMillis(ChoiceText.width(name, given.toString()));
  }

  private static long time(String name, Object given) {
    try {
      return TimeText.parse(given.toString());
    } catch (IllegalArgumentException expected) {
      throw new LatestException(name, given, "it must be " + expected.getMessage(), WHERE);
    }
  }
}
