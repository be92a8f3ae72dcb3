package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Stored ranges that are read from the first row to the last: what is left of them.
 *
 * <p>To go on costs the ranges that are passed, not those that are left. Not thread-safe.
 */
final class RangesLeft {
  private final List<KeyRange> ranges;
  private int at;
  private byte[] begin = new byte[0];

  /**
   * Nothing of the ranges is read.
   *
   * @param ranges in ascending order, disjoint and not empty; nobody changes the list from now on
   */
  RangesLeft(List<KeyRange> ranges) {
    this.ranges = ranges;
  }

  boolean isEmpty() {
    return at == ranges.size();
  }

  /** Returns how many ranges are left; the first may have been read in part. */
  int count() {
    return ranges.size() - at;
  }

  /** Returns what is left of the first range; there must be one. */
  KeyRange first() {
    return rest(ranges.get(at));
  }

  /** Returns at most so many ranges. */
  List<KeyRange> first(int most) {
    return first(most, KeyRange.all());
  }

  /** Returns what lies within a range, of at most so many ranges. */
  List<KeyRange> first(int most, KeyRange within) {
    List<KeyRange> first = new ArrayList<>();
    for (int i = at; i < ranges.size() && i - at < most; i++) {
      KeyRange left = rest(ranges.get(i)).intersect(within);
      if (left.isEmpty()) {
        break;
      }
      first.add(left);
    }
    return first;
  }

  /** Goes on to a row; no bytes for the end of all ranges. */
  void goTo(byte[] row) {
    if (row.length == 0) {
      at = ranges.size();
      return;
    }
    begin = KeyBytes.compare(row, begin) > 0 ? row : begin;
    while (at < ranges.size() && rest(ranges.get(at)).isEmpty()) {
      at++;
    }
  }

  private KeyRange rest(KeyRange range) {
    return range.intersect(KeyRange.of(begin, new byte[0]));
  }
}
