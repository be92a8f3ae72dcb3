package io.halite.filters.segment;

import static io.halite.filters.segment.RandomCondition.hex;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A layout of one to four segments, some of which end at delimiters, and a query on them, in words
 * and as a predicate. The predicate slices keys and compares values by itself.
 */
final class RandomPath {
  /** A segment: so many bytes, or up to a delimiter if the width is 0, or the rest if below. */
  private record Part(int width, byte delimiter) {
    boolean isDelimited() {
      return width == 0;
    }
  }

  private static final int[] DELIMITERS = {0x3A, 0x3A, 0, 1, 0x80, 0xFE, 0xFF};

  final KeyLayout layout;
  final String text;
  final Predicate<byte[]> matches;

  private final Random random;
  private final List<Part> parts;
  private boolean moves;

  private RandomPath(Random random, List<Part> parts) {
    this.random = random;
    this.parts = parts;
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      String end =
          part.width > 0
              ? ":" + part.width
              : part.isDelimited() ? "~0x%02X".formatted(part.delimiter) : ":*";
      names.append(names.length() == 0 ? "" : " ").append(name(i)).append(end);
    }
    layout = KeyLayout.parse(names.toString());
    RandomNesting nesting = RandomNesting.of(random, this::condition);
    text = nesting.text();
    matches = nesting.holds();
  }

  /** A layout and a query on one segment at least that moves. */
  static RandomPath of(Random random) {
    RandomPath path = any(random);
    while (!path.moves || RandomQuery.isTooLarge(path::filter)) {
      path = any(random);
    }
    return path;
  }

  private static RandomPath any(Random random) {
    List<Part> parts = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      parts.add(random.nextInt(3) == 0 ? new Part(1 + random.nextInt(2), (byte) 0) : end(random));
    }
    boolean moves = parts.stream().anyMatch(Part::isDelimited);
    if (random.nextInt(3) == 0) {
      parts.add(new Part(-1, (byte) 0));
    } else if (!moves || parts.size() == 1) {
      parts.add(end(random));
    }
    return new RandomPath(random, parts);
  }

  private static Part end(Random random) {
    return new Part(0, (byte) DELIMITERS[random.nextInt(DELIMITERS.length)]);
  }

  private static String name(int part) {
    return String.valueOf((char) ('a' + part));
  }

  SegmentFilter filter() {
    return SegmentFilter.where(layout, text);
  }

  /** The value of a part; empty if the key ends before it, or lacks a delimiter. */
  private Optional<byte[]> slice(int index, byte[] key) {
    int at = 0;
    for (int i = 0; i <= index; i++) {
      Part part = parts.get(i);
      int end = part.width < 0 ? key.length : at + part.width;
      while (part.isDelimited() && end < key.length && key[end] != part.delimiter) {
        end++;
      }
      if (end + (part.isDelimited() ? 1 : 0) > key.length) {
        return Optional.empty();
      }
      if (i == index) {
        return Optional.of(Arrays.copyOfRange(key, at, end));
      }
      at = end + (part.isDelimited() ? 1 : 0);
    }
    return Optional.empty();
  }

  private RandomCondition condition() {
    int index = random.nextInt(parts.size());
    Part part = parts.get(index);
    moves |= part.width <= 0 || parts.subList(0, index).stream().anyMatch(Part::isDelimited);
    if (part.width > 0) {
      return RandomCondition.of(random, name(index), part.width, key -> slice(index, key));
    }
    boolean negated = random.nextInt(4) == 0;
    if (random.nextInt(3) == 0) {
      byte[] bound = value(part);
      int operator = random.nextInt(4);
      return new RandomCondition(
          name(index) + List.of(" < ", " <= ", " > ", " >= ").get(operator) + written(bound),
          key -> slice(index, key),
          value -> {
            int order = Arrays.compareUnsigned(value, bound);
            return operator < 2 ? order < operator : order > 2 - operator;
          });
    }
    List<String> items = new ArrayList<>();
    Predicate<byte[]> any = value -> false;
    for (int i = random.nextInt(4); i >= 0; i--) {
      any = any.or(item(part, items));
    }
    return new RandomCondition(
        name(index) + (negated ? " not in (" : " in (") + String.join(", ", items) + ")",
        key -> slice(index, key),
        negated ? any.negate() : any);
  }

  private Predicate<byte[]> item(Part part, List<String> items) {
    byte[] one = value(part);
    switch (random.nextInt(3)) {
      case 0 -> {
        items.add(written(one));
        return value -> Arrays.equals(value, one);
      }
      case 1 -> {
        if (one.length == 0) {
          items.add("''..");
          return value -> true;
        }
        items.add(written(one) + "*");
        return value ->
            value.length >= one.length && Arrays.equals(Arrays.copyOf(value, one.length), one);
      }
      default -> {
        byte[] two = value(part);
        byte[] low = Arrays.compareUnsigned(one, two) <= 0 ? one : two;
        byte[] high = low == one ? two : one;
        boolean from = random.nextInt(4) != 0;
        boolean to = !from || random.nextInt(4) != 0;
        items.add((from ? written(low) : "") + ".." + (to ? written(high) : ""));
        return value ->
            (!from || Arrays.compareUnsigned(value, low) >= 0)
                && (!to || Arrays.compareUnsigned(value, high) <= 0);
      }
    }
  }

  private static String written(byte[] value) {
    return value.length == 0 ? "''" : hex(value);
  }

  /** Up to three bytes, many of them next to the delimiter. */
  private byte[] value(Part part) {
    byte[] value = RandomCondition.bytes(random, part.width > 0 ? part.width : random.nextInt(4));
    for (int i = 0; i < value.length && part.isDelimited(); i++) {
      if (random.nextInt(3) == 0 || value[i] == part.delimiter) {
        value[i] = (byte) (part.delimiter + (random.nextBoolean() ? 1 : -1));
      }
    }
    return value;
  }

  /** A key of the layout, or one that is bent or cut. */
  byte[] key() {
    byte[] key = new byte[0];
    for (Part part : parts) {
      key = KeyBytes.concat(key, value(part));
      key = part.isDelimited() ? KeyBytes.concat(key, new byte[] {part.delimiter}) : key;
    }
    return switch (random.nextInt(8)) {
      case 0 -> Arrays.copyOf(key, Math.max(1, random.nextInt(key.length + 1)));
      case 1 -> RandomCondition.bytes(random, 1 + random.nextInt(5));
      default ->
          KeyBytes.concat(
              key, RandomCondition.bytes(random, key.length == 0 ? 1 : random.nextInt(2)));
    };
  }

  /** Rows of which many begin alike. */
  TreeSet<byte[]> rows() {
    TreeSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    byte[] last = {0};
    int count = 1 + random.nextInt(24);
    for (int i = 0; i < count; i++) {
      byte[] row = key();
      int shared = random.nextInt(Math.min(last.length, row.length) + 1);
      System.arraycopy(last, 0, row, 0, shared);
      rows.add(row);
      last = row;
    }
    return rows;
  }
}
