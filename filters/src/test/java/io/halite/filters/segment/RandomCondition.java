package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A condition in words and the same one as a predicate of its segment, made side by side from
 * random numbers.
 *
 * @param slice the segment of a row; empty if the row ends before the segment does
 */
record RandomCondition(
    String text, Function<byte[], Optional<byte[]>> slice, Predicate<byte[]> segment) {
  private static final byte[] EDGES = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF};

  /** Bytes that are mostly 00, FF and their neighbours. */
  static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = random.nextInt(8) == 0 ? (byte) random.nextInt() : EDGES[random.nextInt(6)];
    }
    return bytes;
  }

  static RandomCondition of(Random random, int offset, int width) {
    int end = offset + width;
    return of(
        random,
        "@" + offset + ":" + width,
        width,
        row ->
            row.length >= end
                ? Optional.of(Arrays.copyOfRange(row, offset, end))
                : Optional.empty());
  }

  /** A condition on a segment of that width. */
  static RandomCondition of(
      Random random, String field, int width, Function<byte[], Optional<byte[]>> slice) {
    if (random.nextInt(4) == 0) {
      byte[] bound = bytes(random, 1 + random.nextInt(width));
      String operator = List.of("<", "<=", ">", ">=").get(random.nextInt(4));
      return new RandomCondition(
          field + " " + operator + " " + hex(bound),
          slice,
          segment -> {
            int order = compareTruncated(segment, bound);
            return switch (operator) {
              case "<" -> order < 0;
              case "<=" -> order <= 0;
              case ">" -> order > 0;
              default -> order >= 0;
            };
          });
    }
    boolean negated = random.nextInt(4) == 0;
    List<String> items = new ArrayList<>();
    Predicate<byte[]> any = segment -> false;
    for (int i = random.nextInt(4); i >= 0; i--) {
      any = any.or(item(random, width, items));
    }
    return new RandomCondition(
        field + (negated ? " not in (" : " in (") + String.join(", ", items) + ")",
        slice,
        negated ? any.negate() : any);
  }

  private static Predicate<byte[]> item(Random random, int width, List<String> items) {
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

  static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  /** Whether it holds for a row that has the segment. */
  boolean holds(byte[] row) {
    return slice.apply(row).filter(segment).isPresent();
  }

  /** Whether its negation holds, which needs the segment, too. */
  boolean fails(byte[] row) {
    return slice.apply(row).filter(segment.negate()).isPresent();
  }
}
