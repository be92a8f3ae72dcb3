package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.halite.keys.KeyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is asked of keys {@code [offset bytes free][width bytes constrained]…}: some values, sorted
 * and distinct, or one range with both bounds included.
 */
record Question(String name, int offset, int width, List<byte[]> lows, List<byte[]> highs) {
  static Question values(String name, int offset, List<byte[]> values) {
    List<byte[]> sorted = new ArrayList<>(values);
    sorted.sort(Arrays::compareUnsigned);
    return new Question(name, offset, sorted.get(0).length, sorted, sorted);
  }

  static Question range(String name, int offset, byte[] low, byte[] high) {
    return new Question(name, offset, low.length, List.of(low), List.of(high));
  }

  boolean isRange() {
    return lows.size() == 1 && !Arrays.equals(lows.get(0), highs.get(0));
  }

  /** The first range that ends at or after the key's segment; as many as there are if none does. */
  int rangeFrom(byte[] key) {
    int from = 0;
    int to = highs.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      byte[] high = highs.get(middle);
      if (Arrays.compareUnsigned(high, 0, width, key, offset, offset + width) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  SegmentFilter filter() {
    if (isRange()) {
      return SegmentFilter.where(
          "@%d:%d = '%s'..'%s'"
              .formatted(
                  offset,
                  width,
                  new String(lows.get(0), US_ASCII),
                  new String(highs.get(0), US_ASCII)));
    }
    return SegmentFilter.over(KeyLayout.parse("row:*")).at(offset, width).in(lows).toFilter();
  }
}
