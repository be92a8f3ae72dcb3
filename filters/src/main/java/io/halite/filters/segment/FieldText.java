package io.halite.filters.segment;

import io.halite.keys.Segment;
import io.halite.keys.SegmentType;
import io.halite.keys.ValueText;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Values of a segment as people write them, and the bytes they stand for.
 *
 * <p>A value is written as its {@link SegmentType} says, free text that is not one word in single
 * quotes. {@code 0x4C41} stands for the bytes {@code 4C 41} in a segment of any type. Stateless.
 */
final class FieldText {
  private static final Set<String> KEYWORDS = Set.of("and", "in", "not", "or");

  private FieldText() {}

  /**
   * The bytes of a value.
   *
   * @throws IllegalArgumentException with what was expected instead
   */
  static byte[] parse(Field field, String text, boolean quoted) {
    if (!quoted && ValueText.isHex(text)) {
      return ValueText.parseHex(text);
    }
    return field.type().parse(text);
  }

  /**
   * The bytes of a single value. A shorter text is padded if the layout names the byte for that:
   * {@code web7} is {@code web7xx} in {@code host:6:text:x}.
   *
   * @param segment of the layout, if it has the field
   * @throws IllegalArgumentException as {@link #parse}, or if a shorter text ends with the padding
   */
  static byte[] parseValue(Field field, Optional<Segment> segment, String text, boolean quoted) {
    byte[] bytes = parse(field, text, quoted);
    boolean isShort = bytes.length < field.width() && field.type().isFreeText();
    return segment
        .filter(of -> of.hasPadding() && isShort && (quoted || !ValueText.isHex(text)))
        .map(of -> of.pad(bytes))
        .orElse(bytes);
  }

  /** A span within a list or after {@code =}. */
  static String print(Field field, Span span) {
    return switch (span.kind()) {
      case VALUE -> print(field, span.bytes());
      case PREFIX -> prefix(field, span.bytes()) + "*";
      case RANGE -> {
        boolean swapped = field.type().isNewestFirst();
        byte[] from = swapped ? span.high() : span.low();
        byte[] to = swapped ? span.low() : span.high();
        yield (from == null ? "" : print(field, from))
            + ".."
            + (to == null ? "" : print(field, to));
      }
    };
  }

  /** A range with one bound, after its operator: {@code >= 60}. Newer times are smaller bytes. */
  static String printBound(Field field, Span span) {
    boolean low = span.low() != null;
    boolean greater = low != field.type().isNewestFirst();
    String operator = (greater ? ">" : "<") + (span.exclusive() ? "" : "=");
    return operator + " " + print(field, span.onlyBound());
  }

  private static String prefix(Field field, byte[] bytes) {
    return field.type().isCharacters() ? print(field, bytes) : ValueText.hex(bytes);
  }

  private static String print(Field field, byte[] bytes) {
    SegmentType type = field.type();
    return type.print(bytes, 0, bytes.length)
        .map(text -> type.isFreeText() ? shown(text) : text)
        .orElseGet(() -> ValueText.hex(bytes));
  }

  /** The text as a word if it reads as that text again, else in quotes. */
  private static String shown(String text) {
    boolean word = !text.isEmpty() && ValueText.isWord(text);
    return word && !KEYWORDS.contains(text.toLowerCase(Locale.ROOT))
        ? text
        : ValueText.quoted(text);
  }
}
