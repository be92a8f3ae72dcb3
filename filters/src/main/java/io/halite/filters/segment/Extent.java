package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.Segment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How a segment ends: after so many bytes, at a delimiter, or with the key.
 *
 * <p>The bytes of a segment with its delimiter are its <em>word</em>: {@code 77 65 62 31 3A} of
 * host {@code web1} that ends at a colon. No word of a segment begins with another one, so that
 * keys sort by their words, one after the other. {@code web1} and {@code web10} sort as {@code
 * web1:} and {@code web10:}, the second one first. Ranges of words are half-open; an empty end is
 * behind all words. Immutable.
 */
record Extent(Segment.Kind kind, int width, byte delimiter) {
  /** The greatest word of a range, or a bound to which its words come as close as you like. */
  record Last(byte[] bytes, boolean isWord) {}

  static Extent fixed(int width) {
    return new Extent(Segment.Kind.FIXED, width, (byte) 0);
  }

  static Extent delimited(byte delimiter) {
    return new Extent(Segment.Kind.DELIMITED, 0, delimiter);
  }

  static Extent rest() {
    return new Extent(Segment.Kind.REST, 0, (byte) 0);
  }

  boolean isFixed() {
    return kind == Segment.Kind.FIXED;
  }

  boolean isDelimited() {
    return kind == Segment.Kind.DELIMITED;
  }

  /** Where the word that begins there ends, its delimiter included; -1 if the key ends before. */
  int end(byte[] key, int begin, int length) {
    switch (kind) {
      case FIXED:
        return begin + width <= length ? begin + width : -1;
      case DELIMITED:
        for (int i = begin; i < length; i++) {
          if (key[i] == delimiter) {
            return i + 1;
          }
        }
        return -1;
      default:
        return length;
    }
  }

  /** Whether the bytes are a whole word; {@link #firstIn} never gives more than one. */
  boolean isWord(byte[] bytes) {
    return !isDelimited() || (bytes.length > 0 && bytes[bytes.length - 1] == delimiter);
  }

  /** The word of a value. */
  byte[] word(byte[] value) {
    return isDelimited() ? KeyBytes.concat(value, new byte[] {delimiter}) : value;
  }

  /**
   * The first word of a range; where there is none, since each word is followed by a smaller one
   * that begins so, the bytes that they all begin with. Null if the range has no word.
   */
  byte @Nullable [] firstIn(byte[] low, byte[] behind) {
    byte[] first = low;
    if (isFixed() && low.length < width) {
      first = Arrays.copyOf(low, width);
    } else if (isDelimited()) {
      int end = end(low, 0, low.length);
      if (end >= 0 && end < low.length) {
        first = KeyBytes.prefixSuccessor(Arrays.copyOf(low, end));
        return first.length == 0 ? null : firstIn(first, behind);
      }
      if (end < 0) {
        // From low on, the smallest words are low, any number of 00, and the delimiter.
        first = delimiter == 0 ? KeyBytes.next(low) : low;
        if (delimiter != 0 && isPadded(behind, low)) {
          return null;
        }
      }
    }
    return behind.length == 0 || KeyBytes.compare(first, behind) < 0 ? first : null;
  }

  /** The greatest word of a range, or the end to which they come close; null if there is none. */
  @Nullable Last lastIn(byte[] low, byte[] behind) {
    Last last =
        switch (kind) {
          case FIXED -> lastFixed(behind);
          case DELIMITED -> lastDelimited(behind);
          default -> new Last(behind, false);
        };
    if (last == null || (last.bytes.length == 0 && !last.isWord)) {
      return last;
    }
    int order = KeyBytes.compare(low, last.bytes);
    return order < 0 || (order == 0 && last.isWord) ? last : null;
  }

  private @Nullable Last lastFixed(byte[] behind) {
    byte[] last = Arrays.copyOf(behind, width);
    boolean before = BigEndian.decrement(last, 0, width);
    return before || behind.length == 0 ? new Last(last, true) : null;
  }

  private @Nullable Last lastDelimited(byte[] behind) {
    boolean greatest = delimiter == (byte) 0xFF;
    if (behind.length == 0) {
      return greatest ? new Last(new byte[] {delimiter}, true) : new Last(behind, false);
    }
    // No word lies between bytes and the same followed by 00.
    byte[] bound = unpadded(behind);
    if (bound.length == 0) {
      return null;
    }
    byte[] before = bound.clone();
    before[before.length - 1]--;
    if (before[before.length - 1] == delimiter) {
      return new Last(before, true);
    }
    return greatest ? new Last(word(before), true) : new Last(bound, false);
  }

  /** Whether the bytes are these and 00: then no word lies between the two. */
  private static boolean isPadded(byte[] bytes, byte[] these) {
    return bytes.length > these.length && Arrays.equals(bytes, Arrays.copyOf(these, bytes.length));
  }

  private static byte[] unpadded(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(bytes, length);
  }
}
