package io.halite.keys;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Numbers of a spec and of a segment: how they are written in decimal and as bytes. */
final class Numbers {
  private Numbers() {}

  /**
   * Returns a number of a spec, which has no sign and no leading zeros; -1 if the text is not such
   * a number, or has more than 9 digits.
   */
  static int parse(String text) {
    boolean wellFormed = !text.isEmpty() && text.length() <= 9;
    wellFormed &= text.length() == 1 || !text.startsWith("0");
    for (int i = 0; i < text.length() && wellFormed; i++) {
      wellFormed = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return wellFormed ? Integer.parseInt(text) : -1;
  }

  /**
   * Returns an unsigned decimal number that takes at most {@code width} bytes.
   *
   * @param or what else is expected, for the message
   * @throws IllegalArgumentException whose message says what is expected
   */
  static long parseUnsigned(String text, int width, String or) {
    try {
      return checkUnsigned(Long.parseUnsignedLong(text), width, or);
    } catch (NumberFormatException quotesTheText) {
      // Without its cause, which quotes the text, whatever its length.
      throw new IllegalArgumentException(expected(width, or));
    }
  }

  /** Returns the unsigned number if it takes at most {@code width} bytes. */
  static long checkUnsigned(long number, int width, String or) {
    if (Long.compareUnsigned(number, greatest(width)) > 0) {
      throw new IllegalArgumentException(expected(width, or));
    }
    return number;
  }

  private static String expected(int width, String or) {
    return "a number from 0 to " + Long.toUnsignedString(greatest(width)) + or;
  }

  private static long greatest(int width) {
    return -1L >>> (Long.BYTES - width) * Byte.SIZE;
  }

  /** Returns the lowest {@code width} bytes of a number: 258 in 4 is {@code 00 00 01 02}. */
  static byte[] bigEndian(long number, int width) {
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    return Arrays.copyOfRange(bytes, Long.BYTES - width, Long.BYTES);
  }

  /** Returns the unsigned number in at most 8 bytes. */
  static long ofBigEndian(byte[] array, int offset, int length) {
    long number = 0;
    for (int i = offset; i < offset + length; i++) {
      number = number << Byte.SIZE | array[i] & 0xFF;
    }
    return number;
  }
}
