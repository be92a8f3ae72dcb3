package io.halite.client.latest;

import io.halite.filters.segment.SegmentQuery;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.Segment;
import io.halite.routing.latest.Selection;
import io.halite.routing.latest.TimeWindow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A condition on the time, as the window to which a region jumps.
 *
 * <p>As a filter, {@code ts < 978307200000} hides the newer rows of each key, which HBase reads one
 * by one where the filter expects few of them. As a window it costs the newest row and a jump. A
 * condition is taken so if it is one range of times, alone or beside values of all segments before
 * the time: the query's ranges then say the rest of it. Immutable.
 *
 * @param first the revtime of the newest time, unsigned
 * @param last the revtime of the oldest time, unsigned
 */
record TimeCondition(long first, long last) {
  /**
   * Returns the times of a condition.
   *
   * @param alone whether it must be on the time alone, since nothing else narrows the query's rows
   */
  static Optional<TimeCondition> of(SegmentQuery condition, KeyLayout layout, boolean alone) {
    OptionalInt offset = timeOffset(layout);
    if (offset.isEmpty() || condition.matchesNothing()) {
      return Optional.empty();
    }
    int width = offset.getAsInt();
    String oneRange = "@%s:8 in 1".formatted(width);
    List<String> order = condition.seekOrder();
    List<KeyRange> ranges = List.of();
    if (order.equals(List.of(oneRange))) {
      ranges = condition.ranges(KeyRange.prefix(new byte[width]));
    } else if (!alone && order.size() == 1 && order.get(0).endsWith(", " + oneRange)) {
      ranges = condition.ranges(KeyRange.all());
    }
    List<Optional<TimeCondition>> times =
        ranges.stream().map(range -> within(range, width)).distinct().toList();
    return times.size() == 1 ? times.get(0) : Optional.empty();
  }

  private static OptionalInt timeOffset(KeyLayout layout) {
    return layout.segments().stream()
        .filter(segment -> segment.type().isNewestFirst())
        .findFirst()
        .map(Segment::name)
        .map(layout::fixedOffset)
        .orElse(OptionalInt.empty());
  }

  /** The times of a range, if it lies in one history and does not have all of it. */
  private static Optional<TimeCondition> within(KeyRange range, int width) {
    byte[] start = range.start();
    byte[] stop = range.stop();
    if (start.length < width || Math.max(start.length, stop.length) > width + Long.BYTES) {
      return Optional.empty();
    }
    byte[] history = Arrays.copyOf(start, width);
    byte[] behind = KeyBytes.prefixSuccessor(history);
    boolean open = Arrays.equals(stop, behind);
    if (!open && (stop.length <= width || !KeyRange.prefix(history).contains(stop))) {
      return Optional.empty();
    }
    long first = revtime(start, width);
    long last = open ? -1 : revtime(stop, width) - 1;
    // Times before 1970 are in no window; all times are no condition.
    boolean bounded = first >= 0 && (open || last >= 0) && (first > 0 || !open);
    return bounded ? Optional.of(new TimeCondition(first, last)) : Optional.empty();
  }

  private static long revtime(byte[] row, int offset) {
    long value = 0;
    for (int i = offset; i < offset + Long.BYTES; i++) {
      value = value << Byte.SIZE | (i < row.length ? row[i] & 0xFF : 0);
    }
    return value;
  }

  /** The selection with this window in place of its condition; empty if no time is in both. */
  Optional<Selection> in(Selection selection) {
    TimeWindow own = selection.window();
    long newest = Long.compareUnsigned(first, own.firstRevtime()) > 0 ? first : own.firstRevtime();
    long oldest = Long.compareUnsigned(last, own.lastRevtime()) < 0 ? last : own.lastRevtime();
    if (Long.compareUnsigned(newest, oldest) > 0) {
      return Optional.empty();
    }
    TimeWindow both = new TimeWindow(time(newest, 0), time(oldest, -1));
    return Optional.of(selection.withoutWhere().withWindow(both));
  }

  private static OptionalLong time(long revtime, long open) {
    return revtime == open ? OptionalLong.empty() : OptionalLong.of(Long.MAX_VALUE - revtime);
  }
}
