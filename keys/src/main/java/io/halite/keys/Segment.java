package io.halite.keys;

/**
 * One named slice of a natural key.
 *
 * <p>Prints as in a layout: {@code origin:3}, {@code ts:8:revtime}, {@code name:20:text:x}, {@code
 * host~0x00}, {@code id:*}. Immutable.
 *
 * @param name a letter, then letters, digits, {@code _} or {@code -}
 * @param kind how its end is found
 * @param type how its bytes are read; {@link SegmentType#defaultType} unless the kind is fixed
 * @param width its width in bytes if the kind is fixed, else 0
 * @param delimiter the byte after it if the kind is delimited, else 0
 * @param padding the byte that fills up a shorter text; 0 if the kind is not fixed, or the type is
 *     not text
 */
public record Segment(
    String name, Kind kind, SegmentType type, int width, byte delimiter, byte padding) {
  /** How the end of a segment is found. */
  public enum Kind {
    /** It has a fixed width. */
    FIXED,
    /** It ends before the first delimiter byte, which is part of the key but of no segment. */
    DELIMITED,
    /** It is the rest of the key, which may be empty. */
    REST
  }

  /** Refuses a segment that no layout can express. */
  public Segment {
    boolean fixed = kind == Kind.FIXED;
    if (fixed != (width > 0) || (!fixed && type != SegmentType.defaultType())) {
      throw new IllegalArgumentException(
          "segment '"
              + name
              + "': one of fixed width has a width and a type, any other has neither");
    }
    if (padding != 0 && !(fixed && type.isFreeText())) {
      throw new IllegalArgumentException(
          "segment '" + name + "': only text of a fixed width has a padding byte");
    }
  }

  static Segment fixed(String name, int width, SegmentType type, byte padding) {
    return new Segment(name, Kind.FIXED, type, width, (byte) 0, padding);
  }

  static Segment delimited(String name, byte delimiter) {
    return new Segment(name, Kind.DELIMITED, SegmentType.defaultType(), 0, delimiter, (byte) 0);
  }

  static Segment rest(String name) {
    return new Segment(name, Kind.REST, SegmentType.defaultType(), 0, (byte) 0, (byte) 0);
  }

  /** The fewest bytes that the segment takes up in a key, its delimiter included. */
  int minimumLength() {
    return kind == Kind.DELIMITED ? 1 : width;
  }

  /**
   * Returns a text up to the width of the segment: {@code 77 65 62 37 78 78} of {@code 77 65 62 37}
   * in {@code host:6:text:x}; the bytes themselves if they are no shorter, or the segment is not
   * text of a fixed width.
   *
   * @throws IllegalArgumentException if the text ends with the padding byte; the message says what
   *     is expected, {@code a text without 78 at its end …}
   */
  public byte[] pad(byte[] value) {
    return kind == Kind.FIXED && type.isFreeText() ? Padding.pad(value, width, padding) : value;
  }

  /** Whether the layout names the byte that fills up shorter values: another one than 00. */
  public boolean hasPadding() {
    return padding != 0;
  }

  /**
   * Returns the length in bytes of a value without its padding: 4 of {@code 77 65 62 37 00 00} in
   * {@code host:6}. It is 0 if a value is nothing but padding.
   *
   * @param offset where the value begins in the array
   * @param length the value's length in bytes
   */
  public int unpaddedLength(byte[] array, int offset, int length) {
    return kind == Kind.FIXED && type.isFreeText()
        ? Padding.unpaddedLength(array, offset, length, padding)
        : length;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case FIXED -> name + ":" + width + (hasPadding() ? paddedType() : type.suffix());
      case DELIMITED -> name + "~" + text(delimiter, ',');
      case REST -> name + ":*";
    };
  }

  private String paddedType() {
    return ":" + type + ":" + text(padding, ':');
  }

  private static String text(byte one, char reserved) {
    // A comma would end the attribute's argument and a space the layout's element.
    boolean plain = one > ' ' && one < 0x7F && one != ',' && one != reserved;
    return plain ? String.valueOf((char) one) : String.format("0x%02X", one);
  }
}
