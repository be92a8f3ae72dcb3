package io.halite.routing.latest;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** How the bytes of a value are read as a number. */
public enum ColumnType {
  /** 8 bytes, big-endian, signed: {@code 00 00 00 00 00 00 00 2A} is 42. */
  LONG,
  /** 4 bytes, big-endian, signed: {@code FF FF FF FF} is -1. */
  INT,
  /** 8 bytes, big-endian, IEEE 754; a value that is not a finite number is refused. */
  DOUBLE,
  /** ASCII of at most 100 characters, {@code -12.50} or {@code 1E3}; exponents to 1,000. */
  DECIMAL;

  // Text as short as 1E999999999 would make a sum of a gigabyte.
  private static final int MAX_CHARACTERS = 100;
  private static final int MAX_EXPONENT = 1_000;

  /**
   * Reads a value.
   *
   * @throws NumberFormatException saying what was given and what was expected
   */
  public BigDecimal decode(byte[] value) {
    return switch (this) {
      case LONG -> BigDecimal.valueOf(wide(value, Long.BYTES).getLong());
      case INT -> BigDecimal.valueOf(wide(value, Integer.BYTES).getInt());
      case DOUBLE -> finite(wide(value, Double.BYTES).getDouble());
      case DECIMAL -> decimal(value);
    };
  }

  private ByteBuffer wide(byte[] value, int width) {
    if (value.length != width) {
      throw new NumberFormatException(
          value.length + " bytes given, " + width + " expected of type " + name());
    }
    return ByteBuffer.wrap(value);
  }

  private static BigDecimal finite(double number) {
    if (!Double.isFinite(number)) {
      throw new NumberFormatException(number + " given, a finite number expected");
    }
    return new BigDecimal(number);
  }

  private static BigDecimal decimal(byte[] value) {
    if (value.length > MAX_CHARACTERS) {
      throw new NumberFormatException(
          value.length + " characters given, at most " + MAX_CHARACTERS + " expected");
    }
    String text = new String(value, StandardCharsets.ISO_8859_1);
    BigDecimal number;
    try {
      number = new BigDecimal(text);
    } catch (NumberFormatException notDecimal) {
      throw new NumberFormatException("'" + text + "' given, a decimal number expected");
    }
    if (Math.max(number.scale(), -(long) number.scale()) > MAX_EXPONENT) {
      throw new NumberFormatException("'" + text + "' given, an exponent to 1000 expected");
    }
    return number;
  }
}
