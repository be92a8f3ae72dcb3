package io.halite.keys;

import java.util.Arrays;
import java.util.Optional;

/**
 * One value of an index: how wide it is, and how people write it.
 *
 * <p>A value of a segment is written as the segment's type says, one of a column as text; {@code
 * 0x4C41} stands for the bytes {@code 4C 41} of either. Immutable.
 *
 * @param name the segment as in a layout, {@code day:8:digits}, or the column, {@code f:buyer}
 * @param segment the segment; empty for a column
 */
record IndexPart(String name, Optional<Segment> segment) {

  static IndexPart of(Segment segment) {
    return new IndexPart(segment.toString(), Optional.of(segment));
  }

  static IndexPart of(RowIndex.Column column) {
    return new IndexPart(column.toString(), Optional.empty());
  }

  /** Its width in bytes; 0 if its values are of any length. */
  int width() {
    return segment.map(Segment::width).orElse(0);
  }

  /** Whether a value is readable as a whole only, as a number in bytes is. */
  boolean isWhole() {
    return !type().isCharacters();
  }

  /** Whether greater bytes are earlier times, so that people write a range the other way round. */
  boolean isNewestFirst() {
    return type().isNewestFirst();
  }

  private SegmentType type() {
    return segment.map(Segment::type).orElse(SegmentType.defaultType());
  }

  /** The bytes of a whole value. */
  byte[] value(String text, boolean quoted) {
    byte[] bytes = bytes(text, quoted);
    byte[] whole = bytes.length < width() ? padded(text, bytes) : bytes;
    if (whole.length == 0 || (width() > 0 && whole.length != width())) {
      throw refused(text, whole.length, width() > 0 ? width() + " expected" : "1 or more expected");
    }
    return whole;
  }

  private byte[] padded(String text, byte[] bytes) {
    try {
      return segment.map(of -> of.pad(bytes)).orElse(bytes);
    } catch (IllegalArgumentException expected) {
      throw noValue(text, expected);
    }
  }

  /** The bytes of a bound or of a beginning: the first bytes of a value, at least one. */
  byte[] bound(String text, boolean quoted) {
    byte[] bytes = bytes(text, quoted);
    boolean last = bytes.length == width() && KeyBytes.prefixSuccessor(bytes).length == 0;
    if (isNewestFirst() && last) {
      // No value is behind it, and the bytes of a range of times are those behind its bounds.
      throw refused(text, bytes.length, "less than 0xFFFFFFFFFFFFFFFF expected");
    }
    // An earlier time has greater bytes, so that a part of one would bound on the wrong side.
    int least = isNewestFirst() ? width() : 1;
    if (bytes.length < least || (width() > 0 && bytes.length > width())) {
      throw refused(
          text,
          bytes.length,
          width() == 0 ? "1 or more expected" : "%d to %d expected".formatted(least, width()));
    }
    return bytes;
  }

  private byte[] bytes(String text, boolean quoted) {
    if (!quoted && ValueText.isHex(text)) {
      return ValueText.parseHex(text);
    }
    try {
      return type().parse(text);
    } catch (IllegalArgumentException expected) {
      throw noValue(text, expected);
    }
  }

  /** Without a cause, which would quote the text, whatever its length. */
  private IllegalArgumentException noValue(String text, IllegalArgumentException rule) {
    return new IllegalArgumentException(
        "'%s' is not a value of %s: %s expected"
            .formatted(KeyBytes.cut(text), name, rule.getMessage()));
  }

  private IllegalArgumentException refused(String text, int given, String expected) {
    return new IllegalArgumentException(
        "'%s' is not a value of %s: %d bytes given, %s"
            .formatted(KeyBytes.cut(text), name, given, expected));
  }

  /** The text that {@link #value} reads as this value, and {@link #bound} as this bound. */
  String print(byte[] bytes) {
    byte[] shown = type().isCharacters() && isPaddedWithZero() ? unpadded(bytes) : bytes;
    return type()
        .print(shown, 0, shown.length)
        .map(text -> type().isFreeText() ? shown(text) : text)
        .orElseGet(() -> ValueText.hex(bytes));
  }

  /** Another padding is printed: a bound that ends with it is not the one without it. */
  private boolean isPaddedWithZero() {
    return segment.filter(of -> of.width() > 0 && !of.hasPadding()).isPresent();
  }

  /** The same without the 00 at its end; at least one byte is left. */
  private static byte[] unpadded(byte[] bytes) {
    int length = bytes.length;
    while (length > 1 && bytes[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(bytes, length);
  }

  private static String shown(String text) {
    return ValueText.isWord(text) ? text : ValueText.quoted(text);
  }

  @Override
  public String toString() {
    return name;
  }
}
