package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * A query in words and the same query as a predicate, made side by side from random numbers; the
 * predicate knows nothing of the code under test. Bytes are mostly 00, FF and their neighbours.
 */
final class RandomQuery {
  private static final byte[] EDGES = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF};

  private final Random random;
  final String text;
  final Predicate<byte[]> matches;
  final int width;

  private RandomQuery(Random random, List<int[]> places) {
    this.random = random;
    List<String> texts = new ArrayList<>();
    Predicate<byte[]> all = row -> true;
    int end = 0;
    for (int[] place : places) {
      all = all.and(condition(place[0], place[1], texts));
      end = place[0] + place[1];
    }
    text = String.join(" and ", texts);
    matches = all;
    width = end;
  }

  /** One to three segments, with or without gaps, of one to three bytes and rarely of nine. */
  static RandomQuery of(Random random) {
    List<int[]> places = new ArrayList<>();
    int at = random.nextInt(3);
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      int width = random.nextInt(12) == 0 ? 9 : 1 + random.nextInt(3);
      places.add(new int[] {at, width});
      at += width + (random.nextBoolean() ? 0 : 1 + random.nextInt(2));
    }
    if (random.nextInt(5) == 0) {
      places.add(places.get(places.size() - 1));
    }
    return new RandomQuery(random, places);
  }

  /** A query on the first two bytes, so that all keys can be tried. */
  static RandomQuery ofTwoBytes(Random random) {
    List<List<int[]>> shapes =
        List.of(
            List.of(new int[] {0, 2}),
            List.of(new int[] {0, 1}, new int[] {1, 1}),
            List.of(new int[] {1, 1}));
    return new RandomQuery(random, shapes.get(random.nextInt(shapes.size())));
  }

  static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = random.nextInt(8) == 0 ? (byte) random.nextInt() : EDGES[random.nextInt(6)];
    }
    return bytes;
  }

  private Predicate<byte[]> condition(int offset, int width, List<String> texts) {
    String field = "@" + offset + ":" + width;
    Predicate<byte[]> segment;
    if (random.nextInt(4) == 0) {
      byte[] bound = bytes(random, 1 + random.nextInt(width));
      String operator = List.of("<", "<=", ">", ">=").get(random.nextInt(4));
      texts.add(field + " " + operator + " " + hex(bound));
      segment =
          s -> {
            int order = compareTruncated(s, bound);
            return switch (operator) {
              case "<" -> order < 0;
              case "<=" -> order <= 0;
              case ">" -> order > 0;
              default -> order >= 0;
            };
          };
    } else {
      boolean negated = random.nextInt(4) == 0;
      List<String> items = new ArrayList<>();
      Predicate<byte[]> any = s -> false;
      for (int i = random.nextInt(4); i >= 0; i--) {
        any = any.or(item(width, items));
      }
      texts.add(field + (negated ? " not in (" : " in (") + String.join(", ", items) + ")");
      segment = negated ? any.negate() : any;
    }
    return row ->
        row.length >= offset + width
            && segment.test(Arrays.copyOfRange(row, offset, offset + width));
  }

  private Predicate<byte[]> item(int width, List<String> items) {
    switch (random.nextInt(3)) {
      case 0 -> {
        byte[] value = bytes(random, width);
        items.add(hex(value));
        return s -> Arrays.equals(s, value);
      }
      case 1 -> {
        byte[] prefix = bytes(random, 1 + random.nextInt(width));
        items.add(hex(prefix) + "*");
        return s -> compareTruncated(s, prefix) == 0;
      }
      default -> {
        byte[] one = bytes(random, width);
        byte[] two = bytes(random, width);
        byte[] low = Arrays.compareUnsigned(one, two) <= 0 ? one : two;
        byte[] high = low == one ? two : one;
        boolean from = random.nextInt(4) != 0;
        boolean to = !from || random.nextInt(4) != 0;
        items.add((from ? hex(low) : "") + ".." + (to ? hex(high) : ""));
        return s ->
            (!from || compareTruncated(s, low) >= 0) && (!to || compareTruncated(s, high) <= 0);
      }
    }
  }

  private static int compareTruncated(byte[] segment, byte[] bound) {
    return Arrays.compareUnsigned(segment, 0, bound.length, bound, 0, bound.length);
  }

  private static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
