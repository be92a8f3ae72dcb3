package io.halite.it.oracle;

import io.halite.filters.segment.SegmentFilter;
import io.halite.it.oracle.Population.Kind;
import io.halite.keys.KeyLayout;
import io.halite.keys.Segment;
import io.halite.keys.Slice;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Random queries on the first bytes of keys, of conditions joined by and, or and not; where the
 * layout of the keys has delimiters, half of them on its segments.
 */
final class SegmentQueries {
  private static final Pattern BEHIND_DELIMITER = Pattern.compile("@[0-9]*#");
  private static final int[][] PLACES = {{0, 1}, {1, 1}, {2, 2}};

  private final Random random;
  private final Keys keys;
  private final List<String> names;

  SegmentQueries(Random random, Keys keys) {
    this.random = random;
    this.keys = keys;
    this.names =
        keys.layout()
            .filter(layout -> keys.form().hasDelimiters())
            .map(layout -> layout.segments().stream().map(Segment::name).toList())
            .orElse(List.of());
  }

  /** A query in words, and its filter. */
  record Asked(String text, SegmentFilter filter) {
    /** What it counts as if it finds a row. */
    Set<Kind> kinds() {
      Set<Kind> kinds = EnumSet.noneOf(Kind.class);
      String printed = filter.query().toString();
      if (printed.contains(" or ")) {
        kinds.add(Kind.NESTED_QUERY);
      }
      if (BEHIND_DELIMITER.matcher(printed).find()) {
        kinds.add(Kind.DELIMITED_QUERY);
      }
      return kinds;
    }
  }

  /** A query of so many levels at most. */
  Asked asked(int depth) {
    if (names.isEmpty() || random.nextBoolean()) {
      String text = query(depth, this::condition);
      return new Asked(text, SegmentFilter.where(text));
    }
    KeyLayout layout = keys.layout().orElseThrow();
    String text = query(depth, () -> condition(layout));
    return new Asked(text, SegmentFilter.where(layout, text));
  }

  /** A query of so many levels at most, and of at most two parts in each. */
  private String query(int depth, Supplier<String> condition) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return condition.get();
    }
    return switch (random.nextInt(5)) {
      case 0 -> "not (" + query(depth - 1, condition) + ")";
      case 1, 2 ->
          "(" + query(depth - 1, condition) + ") and (" + query(depth - 1, condition) + ")";
      default -> query(depth - 1, condition) + " or " + query(depth - 1, condition);
    };
  }

  /** A condition whose values some keys have. */
  private String condition() {
    int[] place = PLACES[random.nextInt(PLACES.length)];
    return condition("@" + place[0] + ":" + place[1], () -> value(place));
  }

  /** The same on a segment of the layout. */
  private String condition(KeyLayout layout) {
    String name = names.get(random.nextInt(names.size()));
    return condition(name, () -> value(layout, name));
  }

  private String condition(String segment, Supplier<String> value) {
    if (random.nextInt(3) == 0) {
      String operator = List.of("=", "!=", "<", "<=", ">", ">=").get(random.nextInt(6));
      return segment + " " + operator + " " + value.get();
    }
    return segment
        + (random.nextInt(4) == 0 ? " not in (" : " in (")
        + Stream.generate(value).limit(1 + random.nextInt(6)).collect(Collectors.joining(", "))
        + ")";
  }

  /** The segment of some key. */
  private String value(KeyLayout layout, String name) {
    byte[] key = keys.key();
    Slice slice = layout.slice(name, key).orElseThrow();
    return slice.length() == 0
        ? "''"
        : "0x" + HexFormat.of().formatHex(key, slice.offset(), slice.offset() + slice.length());
  }

  /** The bytes of a key there; 00 where it is too short. */
  private String value(int[] place) {
    byte[] key = Arrays.copyOf(keys.key(), place[0] + place[1]);
    return "0x" + HexFormat.of().formatHex(key, place[0], place[0] + place[1]);
  }
}
