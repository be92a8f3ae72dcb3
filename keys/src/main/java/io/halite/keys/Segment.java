package io.halite.keys;

/**
 * One named slice of a natural key.
 *
 * <p>Prints as in a layout: {@code origin:3}, {@code ts:8:revtime}, {@code host~0x00}, {@code
 * id:*}. Immutable.
 *
 * @param name a letter, then letters, digits, {@code _} or {@code -}
 * @param kind how its end is found
 * @param type how its bytes are read; {@link SegmentType#defaultType} unless the kind is fixed
 * @param width its width in bytes if the kind is fixed, else 0
 * @param delimiter the byte after it if the kind is delimited, else 0
 */
public record Segment(String name, Kind kind, SegmentType type, int width, byte delimiter) {
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
  }

  static Segment fixed(String name, int width, SegmentType type) {
    return new Segment(name, Kind.FIXED, type, width, (byte) 0);
  }

  static Segment delimited(String name, byte delimiter) {
    return new Segment(name, Kind.DELIMITED, SegmentType.defaultType(), 0, delimiter);
  }

  static Segment rest(String name) {
    return new Segment(name, Kind.REST, SegmentType.defaultType(), 0, (byte) 0);
  }

  /** The fewest bytes that the segment takes up in a key, its delimiter included. */
  int minimumLength() {
    return kind == Kind.DELIMITED ? 1 : width;
  }

  /**
   * Returns the length in bytes of a value without the 00 that pad it: 4 of {@code 77 65 62 37 00
   * 00} in {@code host:6}. It is 0 if a value is nothing but padding.
   *
   * @param offset where the value begins in the array
   * @param length the value's length in bytes
   */
  public int unpaddedLength(byte[] array, int offset, int length) {
    return kind == Kind.FIXED ? type.unpaddedLength(array, offset, length) : length;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case FIXED -> name + ":" + width + type.suffix();
      case DELIMITED -> name + "~" + delimiterText();
      case REST -> name + ":*";
    };
  }

  private String delimiterText() {
    // A comma would end the attribute's argument and a space the layout's element.
    boolean plain = delimiter > ' ' && delimiter < 0x7F && delimiter != ',';
    return plain ? String.valueOf((char) delimiter) : String.format("0x%02X", delimiter);
  }
}
