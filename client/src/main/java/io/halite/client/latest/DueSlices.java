package io.halite.client.latest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which slices request a page next: at most 16 at a time, in the order in which they could.
 *
 * <p>An ordered merge needs a page of each bucket before it gives its first key. A slice that waits
 * here waits for answers of regions alone, never for the reader, so each one has its turn. Not
 * thread-safe.
 */
final class DueSlices {
  /** The most requests of one query that are under way. */
  static final int MOST = 16;

  private final Map<BucketSlice, BucketStream> waiting = new LinkedHashMap<>();
  private final int ahead;
  private int underWay;

  /** One slice that is to request a page, and its bucket. */
  record Due(BucketStream stream, BucketSlice slice) {}

  /** Slices of so many buckets: few buckets have several slices read side by side. */
  DueSlices(int buckets) {
    this.ahead = Math.max(1, MOST / Math.max(1, buckets));
  }

  /** Adds the slices of a bucket that could request a page now. */
  void add(BucketStream stream) {
    for (BucketSlice slice : stream.window(ahead)) {
      if (slice.wantsPage()) {
        waiting.putIfAbsent(slice, stream);
      }
    }
  }

  /** Takes the next slice, whose request is under way until {@link #answered}. */
  Optional<Due> next() {
    if (underWay == MOST || waiting.isEmpty()) {
      return Optional.empty();
    }
    Map.Entry<BucketSlice, BucketStream> first = waiting.entrySet().iterator().next();
    Due due = new Due(first.getValue(), first.getKey());
    waiting.remove(due.slice());
    underWay++;
    return Optional.of(due);
  }

  /** A request has been answered. */
  void answered() {
    underWay--;
  }
}
