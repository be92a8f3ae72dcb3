package io.halite.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A half-open range {@code [start, stop)} of row keys in unsigned byte order.
 *
 * <p>An empty start means from the first key, an empty stop means to the last. Example: {@code
 * prefix(41 FF)} is {@code [41 FF, 42)} and {@code point(41)} is {@code [41, 41 00)}. Immutable,
 * and so thread-safe; arrays are copied in and out.
 */
public final class KeyRange {
  private static final KeyRange ALL = new KeyRange(new byte[0], new byte[0]);
  private static final KeyRange NONE = new KeyRange(new byte[] {0}, new byte[] {0});

  private final byte[] start;
  private final byte[] stop;

  private KeyRange(byte[] start, byte[] stop) {
    this.start = start;
    this.stop = stop;
  }

  /** Returns the range of all keys. */
  public static KeyRange all() {
    return ALL;
  }

  /** Returns a range without a key. */
  public static KeyRange none() {
    return NONE;
  }

  /** Returns {@code [start, stop)}; empty bounds are unbounded. */
  public static KeyRange of(byte[] start, byte[] stop) {
    return new KeyRange(start.clone(), stop.clone());
  }

  /**
   * Returns what an HBase scan of these bounds reads. The caller gives the smaller bound as {@code
   * start}, also for a reversed scan. An empty bound is unbounded, whatever its flag says.
   */
  public static KeyRange ofScan(
      byte[] start, boolean includeStart, byte[] stop, boolean includeStop) {
    byte[] first = includeStart || start.length == 0 ? start.clone() : KeyBytes.next(start);
    byte[] end = !includeStop || stop.length == 0 ? stop.clone() : KeyBytes.next(stop);
    return new KeyRange(first, end);
  }

  /** Returns the range that holds {@code key} alone. */
  public static KeyRange point(byte[] key) {
    return new KeyRange(key.clone(), KeyBytes.next(key));
  }

  /** Returns the range of the keys that begin with {@code prefix}; all keys if it is empty. */
  public static KeyRange prefix(byte[] prefix) {
    return new KeyRange(prefix.clone(), KeyBytes.prefixSuccessor(prefix));
  }

  /** Takes the arrays without a copy: for callers in this package that made them. */
  static KeyRange ofOwned(byte[] start, byte[] stop) {
    return new KeyRange(start, stop);
  }

  /** Returns the first key of the range, or an empty array. */
  public byte[] start() {
    return start.clone();
  }

  /** Returns the first key after the range, or an empty array. */
  public byte[] stop() {
    return stop.clone();
  }

  byte[] sharedStart() {
    return start;
  }

  byte[] sharedStop() {
    return stop;
  }

  /** Whether no key lies in the range: its stop is not after its start. */
  public boolean isEmpty() {
    return stop.length > 0 && KeyBytes.compare(start, stop) >= 0;
  }

  /** Whether {@code key} lies in the range. */
  public boolean contains(byte[] key) {
    return contains(key, 0, key.length);
  }

  /** Whether the key in this slice lies in the range; offset and length are in bytes. */
  public boolean contains(byte[] array, int offset, int length) {
    return KeyBytes.compare(array, offset, length, start, 0, start.length) >= 0
        && (stop.length == 0 || KeyBytes.compare(array, offset, length, stop, 0, stop.length) < 0);
  }

  /** Returns the range of the keys that lie in both; it may be empty. */
  public KeyRange intersect(KeyRange other) {
    byte[] laterStart = KeyBytes.compare(start, other.start) >= 0 ? start : other.start;
    byte[] earlierStop = stop;
    if (stop.length == 0 || (other.stop.length > 0 && KeyBytes.compare(other.stop, stop) < 0)) {
      earlierStop = other.stop;
    }
    return new KeyRange(laterStart, earlierStop);
  }

  /**
   * Returns the smallest range that holds both: of {@code [41, 42)} and {@code [44, 45)} it is
   * {@code [41, 45)}. Both hold a key.
   */
  public KeyRange hull(KeyRange other) {
    byte[] earlierStart = KeyBytes.compare(start, other.start) <= 0 ? start : other.start;
    byte[] laterStop = endsBefore(other) ? other.stop : stop;
    return new KeyRange(earlierStart, laterStop);
  }

  /** Returns the smallest range that holds all of these, which hold a key each. */
  public static KeyRange hull(List<KeyRange> ranges) {
    return ranges.stream().reduce(KeyRange::hull).orElse(NONE);
  }

  /**
   * Returns the ranges of the keys that lie in a range of each list: of {@code [41, 45), [50, 60)}
   * and {@code [44, 52)} they are {@code [44, 45), [50, 52)}. In each list, and in the result, the
   * ranges are disjoint and in ascending order.
   */
  public static List<KeyRange> inBoth(List<KeyRange> some, List<KeyRange> others) {
    List<KeyRange> both = new ArrayList<>();
    int one = 0;
    int other = 0;
    while (one < some.size() && other < others.size()) {
      KeyRange common = some.get(one).intersect(others.get(other));
      if (!common.isEmpty()) {
        both.add(common);
      }
      if (some.get(one).endsBefore(others.get(other))) {
        one++;
      } else {
        other++;
      }
    }
    return both;
  }

  private boolean endsBefore(KeyRange other) {
    return stop.length > 0 && (other.stop.length == 0 || KeyBytes.compare(stop, other.stop) < 0);
  }

  /**
   * Returns the range of the same keys, as far as HBase can store them, between bounds that a scan
   * can have: neither is longer than 32,767 bytes. It is empty if there is no such key.
   */
  public KeyRange storable() {
    return upTo(KeyBytes.MAX_STORED_LENGTH);
  }

  /**
   * Returns the range of the same keys of at most {@code longest} bytes, between bounds that are no
   * longer: of {@code [41 42 43, 43 44 45)} and 2 bytes it is {@code [41 43, 43 45)}, since {@code
   * 41 43} is the first such key behind {@code 41 42 43}.
   */
  KeyRange upTo(int longest) {
    if (start.length <= longest && stop.length <= longest) {
      return this;
    }
    byte[] first = boundUpTo(longest, start);
    // No key of this length is behind those that begin with FF FF.
    return first.length == 0 && start.length > 0
        ? NONE
        : new KeyRange(first, boundUpTo(longest, stop));
  }

  private static byte[] boundUpTo(int longest, byte[] bound) {
    return bound.length <= longest
        ? bound
        : KeyBytes.prefixSuccessor(Arrays.copyOf(bound, longest));
  }

  /**
   * Returns the image of this range behind a prefix: of {@code [41, +∞)} behind {@code 03} it is
   * {@code [03·41, 04)}, and behind {@code FF} it has no stop. Bounds that would become longer than
   * a key can be are cut as {@link #storable} says, and stay behind the prefix.
   */
  KeyRange behind(byte[] prefix) {
    KeyRange storable = upTo(KeyBytes.MAX_STORED_LENGTH - prefix.length);
    byte[] stopBehind =
        storable.stop.length > 0
            ? KeyBytes.concat(prefix, storable.stop)
            : KeyBytes.prefixSuccessor(prefix);
    return new KeyRange(KeyBytes.concat(prefix, storable.start), stopBehind);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange that
        && Arrays.equals(start, that.start)
        && Arrays.equals(stop, that.stop);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(start) + Arrays.hashCode(stop);
  }

  /** Returns {@code [41 54, 42)}, an empty bound as {@code -∞} or {@code +∞}. */
  @Override
  public String toString() {
    return "["
        + (start.length == 0 ? "-∞" : KeyBytes.readable(start))
        + ", "
        + (stop.length == 0 ? "+∞" : KeyBytes.readable(stop))
        + ")";
  }
}
