package io.halite.routing.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.List;

/**
 * A request to one region for one page. Immutable.
 *
 * @param fingerprint the fingerprint of the spec under which the ranges were salted
 * @param keySegments how many leading segments make a key
 * @param ranges ranges of stored rows: ascending, disjoint, not empty
 * @param carried how many rows the client already has of the key in which the first range begins
 * @param selection which rows of each key
 * @param budget when the page ends
 */
public record PageRequest(
    long fingerprint,
    int keySegments,
    List<KeyRange> ranges,
    int carried,
    Selection selection,
    PageBudget budget) {
  /** The most ranges of one request. */
  public static final int MAX_RANGES = 1_000;

  /** Checks number and order of the ranges. */
  public PageRequest {
    ranges = List.copyOf(ranges);
    checkRanges(ranges.size());
    if (carried < 0 || carried >= selection.limit()) {
      throw new LatestException(
          "carried rows", carried, "they must be 0 to less than the limit " + selection.limit());
    }
    byte[] before = new byte[0];
    for (int i = 0; i < ranges.size(); i++) {
      KeyRange range = ranges.get(i);
      boolean open = i > 0 && before.length == 0;
      if (open || KeyBytes.compare(range.start(), before) < 0 || range.isEmpty()) {
        throw new LatestException(
            "range", range, "ranges ascend, do not overlap and are not empty");
      }
      if (Math.max(range.start().length, range.stop().length) > KeyBytes.MAX_STORED_LENGTH) {
        throw new LatestException("range", range, "a row key has at most 32767 bytes");
      }
      before = range.stop();
    }
  }

  /** Checks the number of ranges, so that a decoder can refuse it before it reads them. */
  public static void checkRanges(int count) {
    if (count < 1 || count > MAX_RANGES) {
      throw new LatestException("ranges", count, "they must be 1 to " + MAX_RANGES);
    }
  }
}
