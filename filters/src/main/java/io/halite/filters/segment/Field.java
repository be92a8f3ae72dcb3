package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.SegmentType;

/**
 * A place in the natural key and how its bytes are read.
 *
 * <p>Prints as {@code destination@15:3}, or {@code @15:4:int} without a name and with a type.
 * {@code offset} and {@code width} are bytes; the name may be empty and only serves to be read.
 */
record Field(String name, int offset, int width, SegmentType type) {
  Field {
    if (offset < 0 || width < 1 || offset > KeyBytes.MAX_STORED_LENGTH - width) {
      throw new IllegalArgumentException(
          ("segment '%s' at offset %d with width %d does not lie inside a row key of at most"
                  + " %d bytes")
              .formatted(name, offset, width, KeyBytes.MAX_STORED_LENGTH));
    }
    int demanded =
        switch (type) {
          case TEXT, DIGITS -> width;
          case INT -> 4;
          case LONG, REVTIME -> 8;
        };
    if (width != demanded) {
      throw new IllegalArgumentException(
          "segment '%s' has width %d: type %s has a width of %d bytes"
              .formatted(name, width, type, demanded));
    }
    if (!name.isEmpty() && !isName(name)) {
      throw new IllegalArgumentException(
          "segment name '%s' is not a letter followed by letters, digits, '_' or '-'"
              .formatted(name));
    }
  }

  static boolean isName(String text) {
    if (text.isEmpty() || !isLetter(text.charAt(0)) || text.length() > 200) {
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

  /** Same bytes of the key, whatever they are called and however they are read. */
  boolean samePlace(Field other) {
    return offset == other.offset && width == other.width;
  }

  @Override
  public String toString() {
    return name + "@" + offset + ":" + width + (type == SegmentType.TEXT ? "" : ":" + type);
  }
}
