package io.halite.keys;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How the bytes of a segment are read, written and shown. All types sort as unsigned bytes.
 *
 * <table>
 * <caption>One value of each type</caption>
 * <tr><td>{@code host:6:text}</td><td>{@code web7}</td><td>{@code 77 65 62 37 00 00}</td></tr>
 * <tr><td>{@code day:4:digits}</td><td>{@code 0131}</td><td>{@code 30 31 33 31}</td></tr>
 * <tr><td>{@code n:4:int}</td><td>{@code 258}</td><td>{@code 00 00 01 02}</td></tr>
 * <tr><td>{@code id:8:long}</td><td>{@code 258}</td><td>{@code 00 00 00 00 00 00 01 02}</td></tr>
 * <tr><td>{@code ts:8:revtime}</td><td>{@code 1970-01-01T00:00:00.001Z}</td>
 *     <td>{@code 7F FF FF FF FF FF FF FE}</td></tr>
 * </table>
 *
 * <p>Each constant holds all that is special to its type, and no other class refers to a single
 * constant. A new type is a new constant, its value in {@code segment_filter.proto} and a row in
 * {@code docs/row-key-format.md}. By default a type is an unsigned big-endian number; a constant
 * overrides the methods in which it differs. Immutable and thread-safe.
 */
public enum SegmentType {
  /** Bytes of any meaning, UTF-8 where they are text; the default. */
  TEXT(0, "", Trait.CHARACTERS) {
    @Override
    public byte[] parse(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public long number(byte[] array, int offset, int length) {
      throw new IllegalArgumentException("text is not a number");
    }

    @Override
    byte[] encode(long number, int segmentWidth) {
      return parse(Long.toString(number));
    }
  },

  /** ASCII digits {@code 0} to {@code 9}; other bytes are refused. Numbers get leading zeros. */
  DIGITS(0, "0123456789", Trait.CHARACTERS, Trait.NUMBER) {
    @Override
    public byte[] parse(String text) {
      if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
        throw new IllegalArgumentException("digits 0 to 9");
      }
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public long number(byte[] array, int offset, int length) {
      String digits = new String(array, offset, length, StandardCharsets.US_ASCII);
      return new BigInteger(digits).longValueExact();
    }

    @Override
    byte[] encode(long number, int segmentWidth) {
      String decimal = Long.toString(number);
      if (number < 0 || decimal.length() > segmentWidth) {
        throw new IllegalArgumentException("a number of at most " + segmentWidth + " digits");
      }
      return parse("0".repeat(segmentWidth - decimal.length()) + decimal);
    }
  },

  /** An unsigned big-endian number of 4 bytes. */
  INT(Integer.BYTES, "", Trait.NUMBER),

  /** An unsigned big-endian number of 8 bytes, which may be milliseconds since 1970. */
  LONG(Long.BYTES, "", Trait.NUMBER, Trait.TIME),

  /** 8 bytes, {@code Long.MAX_VALUE} minus milliseconds since 1970: the newest sorts first. */
  REVTIME(Long.BYTES, "", Trait.TIME, Trait.NEWEST_FIRST) {
    @Override
    public byte[] parse(String text) {
      return encode(TimeText.parseFrom1970(text), Long.BYTES);
    }

    @Override
    public Optional<String> print(byte[] array, int offset, int length) {
      return length == Long.BYTES && array[offset] >= 0
          ? Optional.of(TimeText.print(number(array, offset, length)))
          : Optional.empty();
    }

    @Override
    Optional<String> show(byte[] bytes) {
      return super.show(bytes).filter(TimeText::isTime);
    }

    @Override
    public long number(byte[] array, int offset, int length) {
      return Long.MAX_VALUE - super.number(array, offset, length);
    }

    @Override
    byte[] encode(long number, int segmentWidth) {
      return super.encode(Long.MAX_VALUE - TimeText.from1970(number), segmentWidth);
    }
  };

  private enum Trait {
    CHARACTERS,
    NUMBER,
    TIME,
    NEWEST_FIRST
  }

  private final int width;
  private final String alphabet;
  private final byte lowest;
  private final byte highest;
  private final Set<Trait> traits;

  SegmentType(int width, String alphabet, Trait... traits) {
    this.width = width;
    this.alphabet = alphabet;
    this.lowest = (byte) (alphabet.isEmpty() ? ' ' : alphabet.charAt(0));
    this.highest = (byte) (alphabet.isEmpty() ? '~' : alphabet.charAt(alphabet.length() - 1));
    this.traits = Set.of(traits);
  }

  /** Returns {@link #TEXT}, the type of a segment for which the layout names no type. */
  public static SegmentType defaultType() {
    return TEXT;
  }

  /** Returns the type of this name in a layout, {@code revtime}; case matters. */
  public static Optional<SegmentType> named(String name) {
    return Arrays.stream(values()).filter(type -> type.toString().equals(name)).findFirst();
  }

  /** Returns the names of all types for a message, {@code text, digits, int, long or revtime}. */
  public static String names() {
    return names(type -> true);
  }

  static String names(Predicate<SegmentType> kind) {
    List<String> names = Arrays.stream(values()).filter(kind).map(SegmentType::toString).toList();
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  /** Whether a segment of this type may have this width in bytes. */
  public boolean admitsWidth(int candidate) {
    return width == 0 || width == candidate;
  }

  /** Returns the width in bytes that the type demands; 0 if any will do. */
  public int demandedWidth() {
    return width;
  }

  /**
   * Returns the bytes of a value as people write it: {@code 258} of type int is {@code 00 00 01
   * 02}. A time, of type long or revtime, may be written as {@link TimeText} says.
   *
   * @throws IllegalArgumentException if the text is not a value of this type; its message says what
   *     is expected, {@code digits 0 to 9}, and leaves it to the caller to say what was given
   */
  public byte[] parse(String text) {
    if (holdsTimes() && TimeText.isTime(text)) {
      return encode(TimeText.parseFrom1970(text), width);
    }
    String or = holdsTimes() ? ", or a time" : "";
    return Numbers.bigEndian(Numbers.parseUnsigned(text, width, or), width);
  }

  /**
   * Returns the text that {@link #parse} reads as these bytes; empty if there is none, as for a
   * part of a number or for text that is not printable ASCII.
   */
  public Optional<String> print(byte[] array, int offset, int length) {
    if (isCharacters()) {
      String text = new String(array, offset, length, StandardCharsets.ISO_8859_1);
      return Optional.of(text)
          .filter(all -> all.chars().allMatch(c -> c >= lowest && c <= highest));
    }
    return length == width
        ? Optional.of(Long.toUnsignedString(number(array, offset, length)))
        : Optional.empty();
  }

  /** Returns how a key shows a whole value without its padding; empty to show its bytes. */
  Optional<String> show(byte[] bytes) {
    return print(bytes, 0, bytes.length).filter(text -> text.indexOf(' ') < 0);
  }

  /**
   * Returns the number in these bytes, which is unsigned; of type revtime the milliseconds since
   * 1970.
   *
   * @throws IllegalArgumentException if the type is text
   * @throws ArithmeticException if the digits are more than a long holds
   */
  public long number(byte[] array, int offset, int length) {
    return Numbers.ofBigEndian(array, offset, length);
  }

  /** Returns the bytes of a number; the message of its exception says what is expected. */
  byte[] encode(long number, int segmentWidth) {
    return Numbers.bigEndian(Numbers.checkUnsigned(number, width, ""), width);
  }

  /** Returns the bytes of a time; the message of its exception says what is expected. */
  final byte[] encode(Instant time) {
    if (!holdsTimes()) {
      throw new IllegalArgumentException("a segment of type " + names(SegmentType::holdsTimes));
    }
    return encode(TimeText.from1970(time.toEpochMilli()), width);
  }

  /** Returns the only characters of a value, each one greater than the last; empty if any. */
  public String alphabet() {
    return alphabet;
  }

  /** Returns the bytes of the alphabet for a message, {@code digits 30 to 39}. */
  final String alphabetInHex() {
    return "%s %02X to %02X".formatted(this, lowest, highest);
  }

  /** Returns the index of the first byte that is not in the alphabet; -1 if all are. */
  final int firstRefused(byte[] array, int from, int to) {
    for (int i = from; i < to && !alphabet.isEmpty(); i++) {
      if (array[i] < lowest || array[i] > highest) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the remainder of the number in these bytes, for a type that is a number. */
  final int remainder(byte[] array, int from, int to, int divisor) {
    int base = alphabet.isEmpty() ? 1 << Byte.SIZE : alphabet.length();
    int zero = alphabet.isEmpty() ? 0 : lowest;
    int remainder = 0;
    for (int i = from; i < to; i++) {
      remainder = (remainder * base + (array[i] & 0xFF) - zero) % divisor;
    }
    return remainder;
  }

  /** Whether a value may be any text, so that it is padded, and quoted in a language. */
  public boolean isFreeText() {
    return isCharacters() && alphabet.isEmpty();
  }

  /** Whether the bytes of a value are its characters, so that a part of it is readable too. */
  public boolean isCharacters() {
    return traits.contains(Trait.CHARACTERS);
  }

  /** Whether greater bytes are earlier times. */
  public boolean isNewestFirst() {
    return traits.contains(Trait.NEWEST_FIRST);
  }

  boolean isNumber() {
    return traits.contains(Trait.NUMBER);
  }

  boolean holdsTimes() {
    return traits.contains(Trait.TIME);
  }

  /** Returns the name in a layout, {@code revtime}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns what a layout writes after the width: {@code :revtime}, or nothing for the default. */
  public String suffix() {
    return this == defaultType() ? "" : ":" + this;
  }
}
