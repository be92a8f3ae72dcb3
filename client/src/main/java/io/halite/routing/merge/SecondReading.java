package io.halite.routing.merge;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The reading of an image after a row that could not be read: only as far as the merge needs it, so
 * that the row fails the scan when its turn comes, and not before.
 *
 * <p>If {@code 03·41 55} cannot be read and another image has the row {@code 41 54}, the merge
 * needs image 03 up to {@code 03·41 54}. That reading finds no row, so the image is clear before
 * {@code 41 54}. Not thread-safe.
 */
final class SecondReading {
  private final Remainder remainder;
  private boolean begun;

  /** The natural key before which it reads; empty for the end of the image. */
  private Optional<byte[]> bound = Optional.empty();

  private boolean clear;

  SecondReading(Remainder remainder) {
    this.remainder = remainder;
  }

  /** Whether it has found all rows before its bound, and none of what comes behind is known. */
  boolean isClear() {
    return clear;
  }

  /** Whether it has found all rows before a natural key, or all of the image if that is empty. */
  boolean isClearBefore(Optional<byte[]> naturalKey) {
    return clear && remainder.isUpTo(naturalKey, bound);
  }

  /** Whether it reads up to this very key, so that another reading would fail as this one. */
  boolean isUpTo(Optional<byte[]> naturalKey) {
    return begun && Remainder.isSame(bound, naturalKey);
  }

  /** Begins to read up to a natural key, or to the end of the image if it is empty. */
  Scan upTo(Optional<byte[]> naturalKey) throws IOException {
    if (clear) {
      bound.ifPresent(remainder::passed);
    }
    clear = false;
    begun = true;
    bound = naturalKey;
    return remainder.before(bound);
  }

  /** Goes on where the scan of the image was broken off, within the bound. */
  Scan rest() throws IOException {
    return begun ? remainder.before(bound) : remainder.rest();
  }

  /** The scan of the image has ended; returns whether that was the end of the image. */
  boolean end() {
    clear = bound.isPresent();
    return !clear;
  }
}
