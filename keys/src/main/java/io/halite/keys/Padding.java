package io.halite.keys;

import java.util.Arrays;

/**
 * The bytes that fill up a text to the width of its segment: {@code 77 65 62 37} in 6 bytes is
 * {@code 77 65 62 37 00 00}, or {@code 77 65 62 37 78 78} where {@code x} fills it. A text that is
 * padded with 00 keeps its order. Stateless.
 */
final class Padding {
  private Padding() {}

  /**
   * Returns the text with padding up to the width; as it is if it is no shorter than that.
   *
   * @throws IllegalArgumentException if it ends with the padding byte itself, and so would be read
   *     as a shorter text; the message says what is expected
   */
  static byte[] pad(byte[] text, int width, byte padding) {
    if (unpaddedLength(text, 0, text.length, padding) < text.length) {
      throw new IllegalArgumentException(
          "a text without %1$02X at its end (%1$02X fills a text up to its width)"
              .formatted(padding));
    }
    if (text.length >= width) {
      return text;
    }
    byte[] padded = Arrays.copyOf(text, width);
    Arrays.fill(padded, text.length, width, padding);
    return padded;
  }

  /** Returns the length of a text in bytes without the padding at its end. */
  static int unpaddedLength(byte[] array, int offset, int length, byte padding) {
    int end = length;
    while (end > 0 && array[offset + end - 1] == padding) {
      end--;
    }
    return end;
  }
}
