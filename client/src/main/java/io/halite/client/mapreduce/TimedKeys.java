package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keys that can be seen until a time. Afterwards every range looks empty, so that nothing is cut
 * any more.
 *
 * @param end by the clock, which counts nanoseconds
 */
record TimedKeys(EvenCuts.Keys keys, LongSupplier clock, long end) implements EvenCuts.Keys {
  /** A look at keys begins at most so many seconds after the first. */
  static final int SECONDS = 30;

  /** The end of the looks that begin now. */
  static long end(LongSupplier clock) {
    return clock.getAsLong() + TimeUnit.SECONDS.toNanos(SECONDS);
  }

  @Override
  public List<byte[]> first(KeyRange range, int most) throws IOException {
    return isOver() ? List.of() : keys.first(range, most);
  }

  @Override
  public Optional<byte[]> last(KeyRange range) throws IOException {
    return isOver() ? Optional.empty() : keys.last(range);
  }

  /** Whether nothing can be seen any more. */
  boolean isOver() {
    return clock.getAsLong() - end >= 0;
  }
}
