package io.halite.keys.advice;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How clients read most rows of a table; {@code by-key} on a command line. */
public enum ReadPattern {
  /** Each by its whole key. */
  BY_KEY("by-key"),
  /** All rows of one value of the first segment, such as those of one user. */
  PREFIX("prefix"),
  /** Ranges over several values of the first segment, in order. */
  RANGES("ranges");

  private static final int MOST = 256;
  private static final int FEWEST = 4;

  private final String word;

  ReadPattern(String word) {
    this.word = word;
  }

  /** Returns the pattern of this word, {@code prefix}; case matters. */
  public static Optional<ReadPattern> named(String word) {
    return Arrays.stream(values()).filter(pattern -> pattern.word.equals(word)).findFirst();
  }

  /** Returns all words for a message, {@code by-key, prefix, ranges}. */
  public static String names() {
    return Arrays.stream(values()).map(ReadPattern::toString).collect(Collectors.joining(", "));
  }

  /**
   * Returns how many buckets so many region servers take, a power of two: two buckets or more for
   * each server, and half as many where ranges read every bucket. 10 servers take 32, or 16; there
   * are 4 at least and 256 at most, as the page on sizing says.
   */
  public int buckets(int servers) {
    int wanted = Math.min(MOST, servers) * (this == RANGES ? 1 : 2);
    int power = FEWEST;
    while (power < wanted && power < MOST) {
      power *= 2;
    }
    return power;
  }

  @Override
  public String toString() {
    return word;
  }
}
