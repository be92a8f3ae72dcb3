package io.halite.routing.latest;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.Stream;

/**
 * Figures of the newest values of one key, exact whatever the column's type. Immutable.
 *
 * @param count the number of values, at least 1
 * @param min the smallest
 * @param max the largest
 * @param sum the sum of all values
 * @param first the value of the oldest row
 * @param last the value of the newest row
 */
public record Aggregate(
    int count, BigDecimal min, BigDecimal max, BigDecimal sum, BigDecimal first, BigDecimal last) {
  private static final long BYTES_BESIDE_DIGITS = 24;

  /** Refuses an aggregate of nothing. */
  public Aggregate {
    if (count < 1) {
      throw new LatestException("aggregate count", count, "it must be at least 1");
    }
  }

  /** The approximate size of the figures in memory and on the wire, in bytes. */
  public long bytes() {
    return Stream.of(min, max, sum, first, last)
        .mapToLong(number -> BYTES_BESIDE_DIGITS + number.toString().length())
        .sum();
  }

  /** The sum divided by the count, to 34 digits. */
  public BigDecimal mean() {
    return sum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
  }
}
