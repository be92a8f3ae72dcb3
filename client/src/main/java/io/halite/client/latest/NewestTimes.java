package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestRow;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * The times of the newest rows that have arrived of keys which pages cut. Once a key has as many as
 * the query returns, older rows need not be read.
 *
 * <p>Of 10,000 rows over a whole table, 1 MiB may hold 5,000: the first page gives those that come
 * first, the second as many more, and the third asks for rows no older than the 10,000th so far.
 * Not thread-safe.
 */
final class NewestTimes {
  private final int limit;
  private final TreeMap<byte[], PriorityQueue<Long>> oldestFirst = new TreeMap<>(KeyBytes::compare);

  NewestTimes(int limit) {
    this.limit = limit;
  }

  /** Counts the rows of a key from now on. */
  void watch(byte[] key) {
    oldestFirst.computeIfAbsent(key, none -> new PriorityQueue<>());
  }

  /** Returns the watched key with which a natural row begins; empty if none is watched. */
  Optional<byte[]> watched(byte[] row) {
    // No key begins with another one.
    return Optional.ofNullable(oldestFirst.floorKey(row))
        .filter(key -> KeyRange.prefix(key).contains(row));
  }

  /** Counts the rows of a part, if its key is watched. */
  void add(KeyPart part) {
    PriorityQueue<Long> times = oldestFirst.get(part.key());
    if (times != null) {
      for (LatestRow row : part.rows()) {
        times.add(row.time());
        if (times.size() > limit) {
          times.remove();
        }
      }
    }
  }

  /**
   * Returns the time of the last row that would be returned of a key now, in milliseconds since
   * 1970; none as long as fewer rows have arrived, or if it lies before 1970.
   */
  OptionalLong notBefore(byte[] key) {
    PriorityQueue<Long> times = oldestFirst.get(key);
    return times == null || times.size() < limit || times.element() < 0
        ? OptionalLong.empty()
        : OptionalLong.of(times.element());
  }

  /** Forgets a key, which has been given. */
  void forget(byte[] key) {
    oldestFirst.remove(key);
  }
}
