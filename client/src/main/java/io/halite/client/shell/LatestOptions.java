package io.halite.client.shell;

import io.halite.client.latest.LatestQuery;
import io.halite.keys.KeyRange;
import io.halite.keys.Utf8;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.LatestException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The query that a user types as the arguments of {@code latest 't', …}. Immutable.
 *
 * @param query the query
 * @param aggregate which figures to show in place of rows
 * @param progress how often to say how far a long query has come; zero for never
 */
record LatestOptions(LatestQuery query, Optional<AggregateOption> aggregate, Duration progress) {
  private static final String WHERE = "correct it in the command";
  private static final Set<String> NAMES =
      Set.of(
          "ALL",
          "COLUMN",
          "COLUMNS",
          "VERSIONS",
          "AGGREGATE",
          "WHERE",
          "PREFIX",
          "STARTROW",
          "STOPROW",
          "BY",
          "PROGRESS",
          "TIMEOUT");

  static LatestOptions parse(
      @Nullable List<byte[]> keys, @Nullable Object limit, Map<String, ?> options) {
    for (Map.Entry<String, ?> option : options.entrySet()) {
      if (!NAMES.contains(option.getKey()) && !TimeOptions.NAMES.contains(option.getKey())) {
        TreeSet<String> all = new TreeSet<>(NAMES);
        all.addAll(TimeOptions.NAMES);
        throw new LatestException("option", option.getKey(), "the options are " + all, WHERE);
      }
    }
    LatestQuery query = ofKeys(TimeOptions.query(limit, options), keys, options);
    requireOne(options, "the columns", "COLUMNS", "COLUMN");
    Object columns = one(options, "COLUMNS", "COLUMN");
    if (columns != null) {
      Stream<?> names = columns instanceof List<?> list ? list.stream() : Stream.of(columns);
      query = query.columns(names.map(each -> Column.parse(bytes(each))).toArray(Column[]::new));
    }
    if (options.get("VERSIONS") != null) {
      query = query.versions(number("VERSIONS", options.get("VERSIONS")));
    }
    if (options.get("WHERE") != null) {
      query = query.where(Utf8.decode(bytes(options.get("WHERE"))));
    }
    if (options.get("BY") != null) {
      query = query.by(texts(options.get("BY")).toArray(String[]::new));
    }
    if (options.get("TIMEOUT") != null) {
      query = query.timeout(TimeOptions.width("TIMEOUT", options.get("TIMEOUT")));
    }
    Optional<AggregateOption> aggregate =
        Optional.ofNullable(options.get("AGGREGATE"))
            .map(given -> AggregateOption.parse(bytes(given)));
    if (aggregate.isPresent()) {
      query = query.aggregate(aggregate.get().column(), aggregate.get().type());
    }
    return new LatestOptions(query, aggregate, progress(options));
  }

  private static Duration progress(Map<String, ?> options) {
    Object given = options.get("PROGRESS");
    if (given == null) {
      return Duration.ofSeconds(5);
    }
    int seconds = number("PROGRESS", given);
    if (seconds < 0) {
      throw new LatestException(
          "PROGRESS", given, "it must be seconds between two lines, 0 for none", WHERE);
    }
    return Duration.ofSeconds(seconds);
  }

  private static LatestQuery ofKeys(
      LatestQuery query, @Nullable List<byte[]> keys, Map<String, ?> options) {
    boolean all = all(options.get("ALL"));
    boolean ranged = options.containsKey("STARTROW") || options.containsKey("STOPROW");
    boolean prefixed = options.containsKey("PREFIX");
    int ways = (keys == null ? 0 : 1) + (all ? 1 : 0) + (ranged ? 1 : 0) + (prefixed ? 1 : 0);
    if (ways != 1) {
      throw missing(
          ways == 0 ? "which keys" : "one way to say which keys",
          "name one or an array of them, or say ALL => true, PREFIX => 'OR', or STARTROW and"
              + " STOPROW");
    }
    if (keys != null) {
      return query.ofKeys(keys);
    }
    if (prefixed) {
      return query.ofPrefix(bytes(options, "PREFIX"));
    }
    return query.ofRange(KeyRange.of(bytes(options, "STARTROW"), bytes(options, "STOPROW")));
  }

  private static boolean all(@Nullable Object given) {
    if (given != null && !(given instanceof Boolean)) {
      throw new LatestException("ALL", given, "it must be true or false, without quotes", WHERE);
    }
    return Boolean.TRUE.equals(given);
  }

  static LatestException missing(String what, String rule) {
    return new LatestException("latest", "…", what + " is missing: " + rule, "help 'latest'");
  }

  /** Refuses two options that say the same thing, since only one of them would count. */
  static void requireOne(Map<String, ?> options, String what, String... names) {
    List<String> given = Stream.of(names).filter(name -> options.get(name) != null).toList();
    if (given.size() > 1) {
      String other = given.get(1);
      throw new LatestException(
          given.get(0),
          shown(options.get(given.get(0))),
          other
              + " '"
              + shown(options.get(other))
              + "' is given too, and both say "
              + what
              + ": leave one of them out",
          WHERE);
    }
  }

  private static String shown(@Nullable Object given) {
    if (given instanceof List<?> list) {
      return list.stream().map(LatestOptions::shown).toList().toString();
    }
    return given instanceof byte[] bytes ? Bytes.toStringBinary(bytes) : String.valueOf(given);
  }

  private static byte[] bytes(Object given) {
    return given instanceof byte[] bytes ? bytes : Bytes.toBytes(given.toString());
  }

  private static byte[] bytes(Map<String, ?> options, String name) {
    return options.get(name) instanceof byte[] bytes ? bytes : new byte[0];
  }

  private static @Nullable Object one(Map<String, ?> options, String name, String other) {
    return options.get(name) != null ? options.get(name) : options.get(other);
  }

  private static Stream<String> texts(Object option) {
    return option instanceof List<?> list
        ? list.stream().map(Object::toString)
        : Stream.of(option.toString());
  }

  static int number(String name, Object given) {
    try {
      return Integer.parseInt(given.toString());
    } catch (NumberFormatException e) {
      throw new LatestException(name, given, "it must be a whole number", WHERE);
    }
  }
}
