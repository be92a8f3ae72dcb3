package io.halite.filters.segment;

import java.util.Arrays;
import java.util.function.IntFunction;

/** Keys of a benchmark, ascending and distinct; made when asked for, since there are millions. */
record AscendingKeys(int count, IntFunction<byte[]> key) {
  byte[] at(int index) {
    return key.apply(index);
  }

  /** The index of the first key at or behind {@code bound}, from {@code from} on. */
  int ceiling(byte[] bound, int from) {
    int low = from;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(at(middle), bound) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
