package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import java.util.Arrays;
import java.util.Comparator;

/** Words from {@code low} on and before {@code behind}, which is empty for no end; owned arrays. */
record WordRange(byte[] low, byte[] behind) {
  static final WordRange ALL = new WordRange(new byte[0], new byte[0]);

  static final Comparator<WordRange> BY_LOW =
      Comparator.comparing(WordRange::low, Arrays::compareUnsigned);

  /** All that begin with the bytes. */
  static WordRange prefix(byte[] bytes) {
    return new WordRange(bytes, KeyBytes.prefixSuccessor(bytes));
  }

  boolean isOpen() {
    return behind.length == 0;
  }

  boolean endsBefore(WordRange other) {
    return !isOpen() && (other.isOpen() || KeyBytes.compare(behind, other.behind) < 0);
  }

  /** Whether the other one, which begins no earlier, begins in it or right behind it. */
  boolean reaches(WordRange other) {
    return isOpen() || KeyBytes.compare(behind, other.low) >= 0;
  }
}
