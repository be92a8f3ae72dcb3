package io.halite.it.oracle;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Random queries on the first bytes of keys, of conditions joined by and, or and not. */
final class SegmentQueries {
  private static final int[][] PLACES = {{0, 1}, {1, 1}, {2, 2}};

  private final Random random;
  private final Keys keys;

  SegmentQueries(Random random, Keys keys) {
    this.random = random;
    this.keys = keys;
  }

  /** A query of so many levels at most, and of at most two parts in each. */
  String query(int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return condition();
    }
    return switch (random.nextInt(5)) {
      case 0 -> "not (" + query(depth - 1) + ")";
      case 1, 2 -> "(" + query(depth - 1) + ") and (" + query(depth - 1) + ")";
      default -> query(depth - 1) + " or " + query(depth - 1);
    };
  }

  /** A condition whose values some keys have. */
  private String condition() {
    int[] place = PLACES[random.nextInt(PLACES.length)];
    String segment = "@" + place[0] + ":" + place[1];
    if (random.nextInt(3) == 0) {
      String operator = List.of("=", "!=", "<", "<=", ">", ">=").get(random.nextInt(6));
      return segment + " " + operator + " " + value(place);
    }
    return segment
        + (random.nextInt(4) == 0 ? " not in (" : " in (")
        + Stream.generate(() -> value(place))
            .limit(1 + random.nextInt(6))
            .collect(Collectors.joining(", "))
        + ")";
  }

  /** The bytes of a key there; 00 where it is too short. */
  private String value(int[] place) {
    byte[] key = Arrays.copyOf(keys.key(), place[0] + place[1]);
    return "0x" + HexFormat.of().formatHex(key, place[0], place[0] + place[1]);
  }
}
