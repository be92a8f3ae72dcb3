package io.halite.keys;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Texts that requests and commands carry as bytes. Stateless.
 *
 * <p>Example: {@code 43 C3 A9} is {@code Cé}.
 */
public final class Utf8 {
  private Utf8() {}

  /**
   * Returns the text, whose values would be other ones if a byte that is no character were replaced
   * by one.
   *
   * @throws IllegalArgumentException if the bytes are not UTF-8, such as {@code 43 E9}
   */
  public static String decode(byte[] given) {
    ByteBuffer left = ByteBuffer.wrap(given);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(left).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "text %s is not UTF-8 at byte %d: write a value of other bytes in hex, as 0x%02X"
              .formatted(KeyBytes.readable(given), left.position() + 1, given[left.position()]),
          e);
    }
  }
}
