package io.halite.keys;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The keys that begin with a number in given digits, and how to cut them into even parts.
 *
 * <p>Ten parts of what begins with {@code 0000} to {@code ffff} are cut at {@code 1999}, {@code
 * 3333}, {@code 4ccc} and so on: no part lies outside the digits, such as between {@code 9} and
 * {@code a}. Zeros at the end are left out: {@code 8} for {@code 8000}. Immutable and thread-safe.
 */
public final class DigitSpace {
  private final byte[] alphabet;
  private final int width;

  private DigitSpace(byte[] alphabet, int width) {
    this.alphabet = alphabet;
    this.width = width;
  }

  /**
   * The numbers that have {@code width} digits of this alphabet.
   *
   * @param alphabet the digits in ascending order, such as {@code 0123456789abcdef}
   * @param width at least 1
   * @throws IllegalArgumentException if there are fewer than two digits, if they are not in
   *     ascending order, or if the width is less than 1
   */
  public static DigitSpace of(String alphabet, int width) {
    byte[] digits = alphabet.getBytes(StandardCharsets.US_ASCII);
    if (width < 1) {
      throw new IllegalArgumentException(
          "width " + width + " of numbers in digits '" + alphabet + "': give a width of 1 or more");
    }
    boolean ascending = digits.length > 1;
    for (int i = 1; i < digits.length; i++) {
      ascending &= digits[i - 1] < digits[i];
    }
    if (!ascending) {
      throw new IllegalArgumentException(
          "digits '"
              + alphabet
              + "': give two or more different digits in ascending order, such as '0123456789'");
    }
    return new DigitSpace(digits, width);
  }

  /** How many numbers there are. */
  public BigInteger size() {
    return BigInteger.valueOf(alphabet.length).pow(width);
  }

  /**
   * The keys that cut the space into {@code parts} parts, whose sizes differ by one number at most.
   *
   * @return the first key of each part but the first
   * @throws IllegalArgumentException if {@code parts} is less than 1 or more than {@link #size}
   */
  public List<byte[]> cut(int parts) {
    if (parts < 1 || size().compareTo(BigInteger.valueOf(parts)) < 0) {
      throw new IllegalArgumentException(
          "%d regions are too many or too few: keys have %d different beginnings, so choose 1 to %d"
              .formatted(parts, size(), size()));
    }
    List<byte[]> points = new ArrayList<>();
    for (int i = 1; i < parts; i++) {
      points.add(written(size().multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(parts))));
    }
    return points;
  }

  private byte[] written(BigInteger number) {
    byte[] digits = new byte[width];
    BigInteger base = BigInteger.valueOf(alphabet.length);
    BigInteger rest = number;
    int used = 0;
    for (int i = width - 1; i >= 0; i--) {
      BigInteger[] parts = rest.divideAndRemainder(base);
      digits[i] = alphabet[parts[1].intValue()];
      used = used == 0 && parts[1].signum() != 0 ? i + 1 : used;
      rest = parts[0];
    }
    return Arrays.copyOf(digits, Math.max(1, used));
  }
}
