package io.halite.filters.segment;

import java.nio.charset.StandardCharsets;

/** Numbers as ASCII digits of a fixed width, made quickly. */
final class Digits {
  private Digits() {}

  static byte[] of(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] of(long number, int width) {
    byte[] digits = new byte[width];
    put(number, digits, 0, width);
    return digits;
  }

  /** Three numbers of eight digits. */
  static byte[] key(long lead, long middle, long tail) {
    byte[] key = new byte[24];
    put(lead, key, 0, 8);
    put(middle, key, 8, 8);
    put(tail, key, 16, 8);
    return key;
  }

  static void put(long number, byte[] key, int offset, int width) {
    long left = number;
    for (int i = offset + width - 1; i >= offset; i--) {
      key[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
  }
}
