package io.halite.keys;

import java.util.HexFormat;

/**
 * How a query writes a value: as a word, in quotes, or as bytes. {@code web7} is a word, {@code 'a
 * b'} is quoted, and {@code 0x4C41} stands for the bytes {@code 4C 41}. Stateless.
 */
public final class ValueText {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private ValueText() {}

  /** Whether a text without quotes stands for bytes: {@code 0x} or {@code 0X}, then pairs. */
  public static boolean isHex(String text) {
    boolean hex =
        text.length() > 2
            && text.length() % 2 == 0
            && (text.startsWith("0x") || text.startsWith("0X"));
    for (int i = 2; hex && i < text.length(); i++) {
      hex = HexFormat.isHexDigit(text.charAt(i));
    }
    return hex;
  }

  /** The bytes for which such a text stands. */
  public static byte[] parseHex(String text) {
    return HexFormat.of().parseHex(text.substring(2));
  }

  /** The text that stands for bytes: {@code 0x4C41} for {@code 4C 41}. */
  public static String hex(byte[] bytes) {
    return "0x" + HEX.formatHex(bytes);
  }

  /** Whether a text is read as itself without quotes: it has letters, digits and {@code _}. */
  public static boolean isWord(String text) {
    return text.chars().allMatch(ValueText::isPlain) && !isHex(text);
  }

  /** The text in quotes: {@code 'O''B'} for {@code O'B}. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}
