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
 * <p>How far a page came into a range is what its region says, by the indexes of its store files. A
 * region that ends within the range is one of the two that a split has made of the one that the
 * slice was cut for: it is taken as half of what was left when it was first asked. Where a region
 * does not say how far, keys are taken as numbers of eight bytes, and as spread evenly from the
 * first key that arrived: of the range from {@code 41} to {@code 51}, {@code 45} is a quarter.
 * Bytes that the first key shares with the end do not count: of {@code sensor-01} to {@code
 * sensor-05}, {@code sensor-02} is a quarter, too. Not thread-safe.
 */
final class SliceShare {
  private static final int WIDTH = 8;
  private static final double HALF = 0.5;
  private static final byte[] END = filled();

  private final int ranges;
  private byte[] first;
  private int rangesLeft;
  private boolean isKnown;
  // Of the present range: what regions before the present one had of it, which part of the rest
  // the present one has, and how far that is read.
  private double before;
  private double part = 1;
  private double passed;

  SliceShare(List<KeyRange> ranges) {
    this.ranges = ranges.size();
    this.rangesLeft = ranges.size();
    this.first = ranges.isEmpty() ? new byte[0] : ranges.get(0).start();
  }

  private static byte[] filled() {
    byte[] end = new byte[WIDTH];
    Arrays.fill(end, (byte) 0xFF);
    return end;
  }

  /**
   * Notes an answer.
   *
   * @param start where its first range began
   * @param remaining what is left after it
   */
  void accept(byte[] start, Page page, RangesLeft remaining, int saltWidth) {
    if (Arrays.equals(start, first) && !page.parts().isEmpty()) {
      first = KeyBytes.concat(Arrays.copyOf(start, saltWidth), page.parts().get(0).key());
    }
    if (remaining.count() < rangesLeft) {
      rangesLeft = remaining.count();
      isKnown = false;
      enter(0, 1);
    }
    if (page.passed().isPresent()) {
      isKnown = true;
      double of = page.isCut() ? HALF : 1;
      if (part != of || passed == 1) {
        enter(known(), of);
      }
      passed += (1 - passed) * page.passed().getAsDouble();
    }
  }

  /** Begins with another region. */
  private void enter(double share, double of) {
    before = share;
    part = of;
    passed = 0;
  }

  private double known() {
    return before + (1 - before) * part * passed;
  }

  double of(RangesLeft remaining) {
    if (remaining.isEmpty()) {
      return 1;
    }
    return (ranges - remaining.count() + (isKnown ? known() : within(remaining))) / ranges;
  }

  private double within(RangesLeft remaining) {
    KeyRange range = remaining.first();
    return within(ranges == 1 ? first : range.start(), range.start(), range.stop());
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
