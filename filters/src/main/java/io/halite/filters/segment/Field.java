package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.SegmentType;

/**
 * A slice of the natural key and the type of its value.
 *
 * <p>Prints as {@code destination@15:3}, or {@code @15:4:int} without a name and with a type.
 * {@code offset} and {@code width} are bytes; the name may be empty and is only for readers.
 */
record Field(String name, int offset, int width, SegmentType type) {
  /** The longest name, and the most characters of a name in a message. */
  private static final int MAX_NAME = 200;

  Field {
    if (offset < 0 || width < 1 || offset > KeyBytes.MAX_STORED_LENGTH - width) {
      throw new IllegalArgumentException(
          ("segment '%s' at offset %d with width %d does not lie inside a row key of at most %d"
                  + " bytes")
              .formatted(cut(name), offset, width, KeyBytes.MAX_STORED_LENGTH));
    }
    if (!type.admitsWidth(width)) {
      throw new IllegalArgumentException(
          "segment '%s' has width %d: type %s needs a width of %d bytes"
              .formatted(cut(name), width, type, type.demandedWidth()));
    }
    if (!name.isEmpty() && !isName(name)) {
      throw new IllegalArgumentException(
          ("segment name '%s' is not a letter followed by letters, digits, '_' or '-', at most %d"
                  + " characters in all")
              .formatted(cut(name), MAX_NAME));
    }
  }

  private static String cut(String name) {
    return KeyBytes.cut(name, MAX_NAME);
  }

  static boolean isName(String text) {
    if (text.isEmpty() || !isLetter(text.charAt(0)) || text.length() > MAX_NAME) {
      return false;
    }
    return text.chars()
        .allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-');
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  int end() {
    return offset + width;
  }

  /** Says whether both are the same bytes of the key, under any name and type. */
  boolean samePlace(Field other) {
    return offset == other.offset && width == other.width;
  }

  @Override
  public String toString() {
    return name + "@" + offset + ":" + width + type.suffix();
  }
}
