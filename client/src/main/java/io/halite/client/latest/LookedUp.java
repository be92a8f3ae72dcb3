package io.halite.client.latest;

import io.halite.keys.KeyRange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * The regions that were looked up a moment ago, so that calls to one region share a look-up. Not
 * thread-safe.
 */
final class LookedUp {
  private final long nanos;
  private final LongSupplier clock;
  private final Deque<Look> looks = new ArrayDeque<>();

  private record Look(KeyRange region, long at) {}

  /**
   * No region was looked up.
   *
   * @param nanos how long a look-up counts
   * @param clock a clock such as {@link System#nanoTime}
   */
  LookedUp(long nanos, LongSupplier clock) {
    this.nanos = nanos;
    this.clock = clock;
  }

  /** Whether the region that holds a row was looked up. */
  boolean holds(byte[] row) {
    while (!looks.isEmpty() && clock.getAsLong() - looks.peek().at() >= nanos) {
      looks.remove();
    }
    return looks.stream().anyMatch(look -> look.region().contains(row));
  }

  /** A region was looked up now. */
  void add(KeyRange region) {
    looks.add(new Look(region, clock.getAsLong()));
  }
}
