package io.halite.keys;

import java.util.Arrays;

/**
 * The 00 that fill up a text to the width of its segment: {@code 77 65 62 37} in 6 bytes is {@code
 * 77 65 62 37 00 00}. A padded text keeps its order. Stateless.
 */
final class Padding {
  private Padding() {}

  /**
   * Returns the text with 00 up to the width; as it is if it is no shorter than that.
   *
   * @throws IllegalArgumentException if it ends with 00 itself; the message says what is expected
   */
  static byte[] pad(byte[] text, int width) {
    if (text.length >= width) {
      return text;
    }
    if (unpaddedLength(text, 0, text.length) < text.length) {
      throw new IllegalArgumentException(
          "a text without 00 at its end (00 fills a text up to its width)");
    }
    return Arrays.copyOf(text, width);
  }

  /** Returns the length of a text in bytes without the 00 at its end. */
  static int unpaddedLength(byte[] array, int offset, int length) {
    int end = length;
    while (end > 0 && array[offset + end - 1] == 0) {
      end--;
    }
    return end;
  }
}
