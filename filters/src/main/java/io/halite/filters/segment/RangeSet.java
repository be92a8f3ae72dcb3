package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The values of one width that a segment may have: inclusive ranges, sorted, disjoint and not even
 * adjacent. Immutable; arrays are owned.
 */
final class RangeSet implements ValueSet<RangeSet> {
  /** Both bounds are as wide as the segment. */
  record Range(byte[] low, byte[] high) {}

  private static final Comparator<Range> BY_LOW =
      Comparator.comparing(Range::low, Arrays::compareUnsigned);

  private final int width;
  private final List<Range> ranges;

  private RangeSet(int width, List<Range> ranges) {
    this.width = width;
    this.ranges = ranges;
  }

  /** The union of the spans. */
  static RangeSet of(int width, List<Span> spans) {
    List<Range> ranges = new ArrayList<>(spans.size());
    for (Span span : spans) {
      Optional<byte[]> low = span.first(width);
      Optional<byte[]> high = span.last(width);
      if (low.isPresent()
          && high.isPresent()
          && Arrays.compareUnsigned(low.get(), high.get()) <= 0) {
        ranges.add(new Range(low.get(), high.get()));
      }
    }
    return merged(width, ranges);
  }

  /** All values that are in any of the sets; there is at least one set. */
  static RangeSet union(List<RangeSet> sets) {
    RangeSet first = sets.get(0);
    if (sets.size() == 1) {
      return first;
    }
    List<Range> ranges = new ArrayList<>();
    sets.forEach(set -> ranges.addAll(set.ranges));
    return merged(first.width, ranges);
  }

  private static RangeSet merged(int width, List<Range> ranges) {
    ranges.sort(BY_LOW);
    List<Range> merged = new ArrayList<>(ranges.size());
    for (Range range : ranges) {
      int last = merged.size() - 1;
      if (last >= 0 && touches(merged.get(last).high, range.low)) {
        byte[] high = merged.get(last).high;
        byte[] later = Arrays.compareUnsigned(high, range.high) >= 0 ? high : range.high;
        merged.set(last, new Range(merged.get(last).low, later));
      } else {
        merged.add(range);
      }
    }
    return new RangeSet(width, merged);
  }

  private static boolean touches(byte[] high, byte[] low) {
    byte[] behind = high.clone();
    return !BigEndian.increment(behind, 0, behind.length)
        || Arrays.compareUnsigned(low, behind) <= 0;
  }

  List<Range> ranges() {
    return ranges;
  }

  int width() {
    return width;
  }

  @Override
  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** All values that are not in this set. */
  RangeSet complement() {
    List<Range> gaps = new ArrayList<>(ranges.size() + 1);
    byte[] low = new byte[width];
    boolean open = true;
    for (Range range : ranges) {
      byte[] high = range.low.clone();
      if (BigEndian.decrement(high, 0, width) && Arrays.compareUnsigned(low, high) <= 0) {
        gaps.add(new Range(low, high));
      }
      low = range.high.clone();
      open = BigEndian.increment(low, 0, width);
    }
    if (open) {
      byte[] high = new byte[width];
      Arrays.fill(high, (byte) 0xFF);
      gaps.add(new Range(low, high));
    }
    return new RangeSet(width, gaps);
  }

  @Override
  public int size() {
    return ranges.size();
  }

  @Override
  public long bytes() {
    return 2L * width * ranges.size();
  }

  @Override
  public RangeSet intersect(RangeSet other) {
    List<Range> common = new ArrayList<>();
    int left = 0;
    int right = 0;
    while (left < ranges.size() && right < other.ranges.size()) {
      Range one = ranges.get(left);
      Range two = other.ranges.get(right);
      byte[] low = Arrays.compareUnsigned(one.low, two.low) >= 0 ? one.low : two.low;
      boolean oneEnds = Arrays.compareUnsigned(one.high, two.high) <= 0;
      byte[] high = oneEnds ? one.high : two.high;
      if (Arrays.compareUnsigned(low, high) <= 0) {
        common.add(new Range(low, high));
      }
      left += oneEnds ? 1 : 0;
      right += oneEnds ? 0 : 1;
    }
    return new RangeSet(width, common);
  }
}
