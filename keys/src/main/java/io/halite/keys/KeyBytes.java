package io.halite.keys;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Row keys as bytes: their order, their successors and their readable text.
 *
 * <p>Example: {@code readable({03 41 54 4C}, 1)} is {@code 03·41 54 4C}. All methods are pure.
 */
public final class KeyBytes {
  /** The longest row key HBase stores, in bytes. */
  public static final int MAX_STORED_LENGTH = Short.MAX_VALUE;

  /** Leaves room for the table and the number in the name of a region, which is a row key, too. */
  private static final int MAX_LOOK_UP_LENGTH = MAX_STORED_LENGTH - 512;

  private static final int MAX_READABLE_BYTES = 64;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private KeyBytes() {}

  /**
   * Compares two whole keys as HBase does: byte by byte, as unsigned numbers. A key comes before
   * every longer key that begins with it: {@code 41}, {@code 41 00}, {@code 80}.
   */
  public static int compare(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }

  /** Compares two slices as {@link #compare(byte[], byte[])} does; lengths are in bytes. */
  public static int compare(
      byte[] left, int leftOffset, int leftLength, byte[] right, int rightOffset, int rightLength) {
    return Arrays.compareUnsigned(
        left, leftOffset, leftOffset + leftLength, right, rightOffset, rightOffset + rightLength);
  }

  /** Returns the smallest key greater than {@code key}: {@code 41} gives {@code 41 00}. */
  public static byte[] next(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /**
   * Returns the smallest key greater than every key that begins with {@code prefix}: {@code 41 FF}
   * gives {@code 42}. Empty, which reads as "no stop", for a prefix that is empty or all FF.
   */
  public static byte[] prefixSuccessor(byte[] prefix) {
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xFF) {
      last--;
    }
    byte[] successor = Arrays.copyOf(prefix, last + 1);
    if (last >= 0) {
      successor[last]++;
    }
    return successor;
  }

  /**
   * Returns a key by which HBase's clients find the region of {@code key}: the key itself, or as
   * much of it as the first key of a region can have. They cannot look up one of 32,767 bytes.
   */
  public static byte[] lookUp(byte[] key) {
    return key.length <= MAX_LOOK_UP_LENGTH ? key : Arrays.copyOf(key, MAX_LOOK_UP_LENGTH);
  }

  /** Returns {@code head} followed by {@code tail}: {@code 03}, {@code 41 54} give 03 41 54. */
  public static byte[] concat(byte[] head, byte[] tail) {
    byte[] whole = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, whole, head.length, tail.length);
    return whole;
  }

  /** Returns the bytes in upper-case hex, {@code 41 54 4C}; cut after 64 bytes, with the length. */
  public static String readable(byte[] key) {
    return readable(key, 0, key.length, 0);
  }

  /**
   * Returns the bytes in hex as {@link #readable(byte[])} does, with a dot after the first {@code
   * border} bytes: {@code 03·41 54 4C} for 1. There is no dot for 0.
   */
  public static String readable(byte[] key, int border) {
    return readable(key, 0, key.length, border);
  }

  /** Returns a slice as {@link #readable(byte[], int)} does; the border counts from its offset. */
  public static String readable(byte[] array, int offset, int length, int border) {
    if (length == 0) {
      return "(empty)";
    }
    int shown = Math.min(length, MAX_READABLE_BYTES);
    StringBuilder text = new StringBuilder(shown * 3);
    for (int i = 0; i < shown; i++) {
      if (i > 0) {
        text.append(i == border ? '·' : ' ');
      }
      HEX.toHexDigits(text, array[offset + i]);
    }
    if (shown < length) {
      text.append(" … (").append(length).append(" bytes)");
    }
    return text.toString();
  }

  /**
   * Returns a text from outside for a message: unchanged, or cut after 64 characters, with its
   * length.
   */
  public static String cut(String text) {
    return cut(text, MAX_READABLE_BYTES);
  }

  /** Returns the text as {@link #cut(String)} does, beyond {@code most} characters. */
  public static String cut(String text, int most) {
    return text.length() <= most
        ? text
        : text.substring(0, most) + "… (" + text.length() + " characters)";
  }

  /**
   * Reads what {@link #readable(byte[])} prints: {@code 03·41 54 4C}, with any border.
   *
   * @throws IllegalArgumentException if the text is not pairs of hex digits with one space or
   *     border between them
   */
  public static byte[] parseReadable(String text) {
    if (text.isEmpty() || text.equals("(empty)")) {
      return new byte[0];
    }
    try {
      return HexFormat.ofDelimiter(" ").parseHex(text.replace('·', ' '));
    } catch (IllegalArgumentException notHex) {
      throw new IllegalArgumentException(
          "key text '"
              + cut(text)
              + "' is not hex: give pairs of hex digits with one space or dot between them, such as"
              + " '03·41 54 4C'",
          notHex);
    }
  }
}
