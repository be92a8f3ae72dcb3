package io.halite.filters.segment;

import io.halite.keys.SegmentType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/**
 * Values of a segment as people write them, and the bytes they stand for.
 *
 * <p>Text is its UTF-8 bytes; digits are themselves; int and long are unsigned decimal numbers; a
 * revtime, and a long if one likes, is a time such as {@code 2001-01-15T00:00Z} or its
 * milliseconds; {@code 0x4C41} is bytes of any segment.
 */
final class FieldText {
  private static final Set<String> KEYWORDS = Set.of("and", "in", "not");
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final long YEAR_9999 = 253_402_300_799_999L;

  private FieldText() {}

  /**
   * The bytes of a value.
   *
   * @throws IllegalArgumentException with what was expected instead
   */
  static byte[] parse(Field field, String text, boolean quoted) {
    if (!quoted && isHex(text)) {
      return HexFormat.of().parseHex(text.substring(2));
    }
    return switch (field.type()) {
      case TEXT -> text.getBytes(StandardCharsets.UTF_8);
      case DIGITS -> digits(text);
      case INT -> number(Integer.BYTES, text);
      case LONG -> text.indexOf('T') > 0 ? bytes(Long.BYTES, millis(text)) : number(8, text);
      case REVTIME -> bytes(Long.BYTES, Long.MAX_VALUE - millis(text));
    };
  }

  static boolean isHex(String text) {
    return text.length() > 2
        && text.length() % 2 == 0
        && (text.startsWith("0x") || text.startsWith("0X"))
        && text.chars().skip(2).allMatch(HexFormat::isHexDigit);
  }

  private static byte[] digits(String text) {
    if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("digits 0 to 9");
    }
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] number(int width, String text) {
    try {
      long number =
          width == Integer.BYTES
              ? Integer.toUnsignedLong(Integer.parseUnsignedInt(text))
              : Long.parseUnsignedLong(text);
      return bytes(width, number);
    } catch (NumberFormatException quotesTheText) {
      String most = width == 4 ? "4294967295" : "18446744073709551615, or a time";
      throw new IllegalArgumentException("a number from 0 to " + most);
    }
  }

  private static byte[] bytes(int width, long number) {
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    return Arrays.copyOfRange(bytes, Long.BYTES - width, Long.BYTES);
  }

  private static long millis(String text) {
    try {
      boolean time = text.indexOf('T') > 0;
      long millis =
          time ? OffsetDateTime.parse(text).toInstant().toEpochMilli() : Long.parseLong(text);
      if (millis >= 0) {
        return millis;
      }
    } catch (DateTimeException | NumberFormatException | ArithmeticException quotesTheText) {
      throw new IllegalArgumentException(timeExpected());
    }
    throw new IllegalArgumentException(timeExpected());
  }

  private static String timeExpected() {
    return "a time from 1970 on, such as 2001-01-15T00:00Z, or its milliseconds";
  }

  /** A span within a list or behind {@code =}. */
  static String print(Field field, Span span) {
    return switch (span.kind()) {
      case VALUE -> print(field, span.bytes());
      case PREFIX -> prefix(field, span.bytes()) + "*";
      case RANGE -> {
        boolean swapped = field.type() == SegmentType.REVTIME;
        byte[] from = swapped ? span.high() : span.low();
        byte[] to = swapped ? span.low() : span.high();
        yield (from == null ? "" : print(field, from))
            + ".."
            + (to == null ? "" : print(field, to));
      }
    };
  }

  /** A range with one bound, behind its operator: {@code >= 60}. Newer times are smaller bytes. */
  static String printBound(Field field, Span span) {
    boolean low = span.low() != null;
    boolean greater = low != (field.type() == SegmentType.REVTIME);
    String operator = (greater ? ">" : "<") + (span.exclusive() ? "" : "=");
    return operator + " " + print(field, span.onlyBound());
  }

  private static String prefix(Field field, byte[] bytes) {
    boolean written = field.type() == SegmentType.TEXT || field.type() == SegmentType.DIGITS;
    return written ? print(field, bytes) : hex(bytes);
  }

  private static String print(Field field, byte[] bytes) {
    if (field.type() == SegmentType.TEXT) {
      return text(bytes);
    }
    if (field.type() == SegmentType.DIGITS) {
      String digits = new String(bytes, StandardCharsets.ISO_8859_1);
      return digits.chars().allMatch(c -> c >= '0' && c <= '9') ? digits : hex(bytes);
    }
    if (bytes.length != field.width()) {
      return hex(bytes);
    }
    if (field.type() == SegmentType.INT) {
      return Integer.toUnsignedString(ByteBuffer.wrap(bytes).getInt());
    }
    long number = ByteBuffer.wrap(bytes).getLong();
    if (field.type() == SegmentType.LONG) {
      return Long.toUnsignedString(number);
    }
    long millis = Long.MAX_VALUE - number;
    if (number < 0) {
      return hex(bytes);
    }
    return millis <= YEAR_9999 ? Instant.ofEpochMilli(millis).toString() : Long.toString(millis);
  }

  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (text.chars().allMatch(FieldText::isPlain)
        && !isHex(text)
        && !KEYWORDS.contains(text.toLowerCase(Locale.ROOT))) {
      return text;
    }
    return text.chars().allMatch(c -> c >= ' ' && c <= '~')
        ? "'" + text.replace("'", "''") + "'"
        : hex(bytes);
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  private static String hex(byte[] bytes) {
    return "0x" + HEX.formatHex(bytes);
  }
}
