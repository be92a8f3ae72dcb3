package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.Page;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * About which share of a slice is answered: which of its ranges, and how far into one of them.
 *
 * <p>Keys are taken as numbers of eight bytes, and as spread evenly from the first key that
 * arrived: of the range from {@code 41} to {@code 51}, {@code 45} is a quarter. Bytes that the
 * first key shares with the end do not count: of {@code sensor-01} to {@code sensor-05}, {@code
 * sensor-02} is a quarter, too. Not thread-safe.
 */
final class SliceShare {
  private static final int WIDTH = 8;
  private static final byte[] END = filled();

  private final int ranges;
  private byte[] first;

  SliceShare(List<KeyRange> ranges) {
    this.ranges = ranges.size();
    this.first = ranges.isEmpty() ? new byte[0] : ranges.get(0).start();
  }

  private static byte[] filled() {
    byte[] end = new byte[WIDTH];
    Arrays.fill(end, (byte) 0xFF);
    return end;
  }

  /** Notes where the keys of a range begin, once its first page has arrived. */
  void begin(byte[] start, Page page, int saltWidth) {
    if (Arrays.equals(start, first) && !page.parts().isEmpty()) {
      first = KeyBytes.concat(Arrays.copyOf(start, saltWidth), page.parts().get(0).key());
    }
  }

  double of(RangesLeft remaining) {
    if (remaining.isEmpty()) {
      return 1;
    }
    KeyRange range = remaining.first();
    byte[] from = ranges == 1 ? first : range.start();
    return (ranges - remaining.count() + within(from, range.start(), range.stop())) / ranges;
  }

  private static double within(byte[] from, byte[] at, byte[] stop) {
    int common = stop.length == 0 ? 0 : Math.max(0, Arrays.mismatch(from, stop));
    BigInteger low = number(from, common);
    BigInteger width = number(stop.length == 0 ? END : stop, common).subtract(low);
    BigInteger come = number(at, common).subtract(low);
    return width.signum() <= 0 || come.signum() <= 0
        ? 0
        : Math.min(1, come.doubleValue() / width.doubleValue());
  }

  private static BigInteger number(byte[] key, int skipped) {
    int from = Math.min(skipped, key.length);
    return new BigInteger(1, Arrays.copyOfRange(key, from, from + WIDTH));
  }
}
