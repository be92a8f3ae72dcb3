package io.halite.client.mapreduce;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Finds natural keys that cut a range evenly, by the keys that the table has.
 *
 * <p>It cuts large parts first, those of {@value #WHOLE} keys or more, the oldest of them before
 * the others: how many more keys they have is not known. A smaller part is cut at its median:
 * {@code 61}, {@code 62} and {@code F0} at {@code 62}. A large one is cut in the middle between its
 * first and its last key: {@code 2001…} to {@code 2008…} at {@code 2004 80}. If that leaves a side
 * with fewer than {@value #LOOK} keys, the cut moves to the middle between the first and the last
 * key of the other side, up to {@value #MOVES} times. So a few keys far from all others do not get
 * parts of their own.
 *
 * <p>A part costs a scan of at most {@value #WHOLE} keys, and each place at which a large one is
 * tried two scans of at most {@value #LOOK} and one of a single key. Not thread-safe.
 */
final class EvenCuts {
  /** A side with fewer keys is too small. */
  static final int LOOK = 1_000;

  /**
   * A part with fewer keys is seen whole; each larger one has a place with enough on both sides.
   */
  static final int WHOLE = 2 * LOOK;

  /** How often a cut moves at most. */
  private static final int MOVES = 32;

  private final Keys keys;

  EvenCuts(Keys keys) {
    this.keys = keys;
  }

  /** The natural keys of a table, in their order. */
  interface Keys {
    /** The first keys of a range, so many at most. */
    List<byte[]> first(KeyRange range, int most) throws IOException;

    /** The last key of a range; empty if it has none. */
    Optional<byte[]> last(KeyRange range) throws IOException;
  }

  /** Part of the range, with its first keys: all, if there are fewer than {@link #WHOLE}. */
  private record Part(KeyRange range, List<byte[]> seen, int number) {
    boolean isSeenWhole() {
      return seen.size() < WHOLE;
    }
  }

  /** Returns so many cuts at most; fewer where the keys cannot be cut further. */
  List<byte[]> cuts(KeyRange range, int most) throws IOException {
    List<byte[]> cuts = new ArrayList<>();
    PriorityQueue<Part> open =
        new PriorityQueue<>(
            Comparator.comparingInt((Part part) -> -part.seen().size())
                .thenComparingInt(Part::number));
    open.add(part(range, 0));
    while (cuts.size() < most && !open.isEmpty()) {
      Part part = open.remove();
      Optional<byte[]> cut = cut(part);
      if (cut.isPresent() && cuts.add(cut.get()) && cuts.size() < most) {
        open.add(part(KeyRange.of(part.range().start(), cut.get()), 2 * cuts.size() - 1));
        open.add(part(KeyRange.of(cut.get(), part.range().stop()), 2 * cuts.size()));
      }
    }
    return cuts;
  }

  private Part part(KeyRange range, int number) throws IOException {
    return new Part(range, keys.first(range, WHOLE), number);
  }

  private Optional<byte[]> cut(Part part) throws IOException {
    if (part.isSeenWhole()) {
      int half = part.seen().size() / 2;
      return half == 0 ? Optional.empty() : Optional.of(part.seen().get(half));
    }
    byte[] low = part.seen().get(0);
    byte[] high = keys.last(part.range()).orElse(low);
    Optional<byte[]> cut = middle(low, high);
    for (int move = 0; move < MOVES && cut.isPresent(); move++) {
      KeyRange left = KeyRange.of(part.range().start(), cut.get());
      KeyRange right = KeyRange.of(cut.get(), part.range().stop());
      List<byte[]> above = keys.first(right, LOOK);
      if (keys.first(left, LOOK).size() < LOOK) {
        low = above.isEmpty() ? high : above.get(0);
      } else if (above.size() < LOOK) {
        high = keys.last(left).orElse(low);
      } else {
        break;
      }
      Optional<byte[]> moved = middle(low, high);
      if (moved.isEmpty()) {
        break;
      }
      cut = moved;
    }
    return cut;
  }

  /** Returns a key after the first one and no later than the last; empty if there is none. */
  static Optional<byte[]> middle(byte[] first, byte[] last) {
    if (KeyBytes.compare(first, last) >= 0) {
      return Optional.empty();
    }
    int width = Math.max(first.length, last.length) + 1;
    BigInteger sum = number(first, width).add(number(last, width));
    byte[] half = sum.shiftRight(1).toByteArray();
    byte[] middle = new byte[width];
    int used = Math.min(width, half.length);
    System.arraycopy(half, half.length - used, middle, width - used, used);
    boolean between = KeyBytes.compare(middle, first) > 0 && KeyBytes.compare(middle, last) <= 0;
    return Optional.of(between ? middle : last);
  }

  /** Returns a key as a number, with zeros behind it. */
  private static BigInteger number(byte[] key, int width) {
    return new BigInteger(1, Arrays.copyOf(key, width));
  }
}
