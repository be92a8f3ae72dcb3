package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The working form of a query: the key cut into contiguous segments up to the last constrained one,
 * each with its ranges, or null if it is free. Immutable, so that filters can share it.
 */
final class SegmentTable {
  final int[] offsets;
  final int[] widths;
  final @Nullable RangeIndex[] ranges;
  final List<@Nullable RangeSet> sets;
  final int width;
  final boolean nothing;

  /** Takes the constrained segments in the order of the key; they do not overlap. */
  SegmentTable(List<Field> fields, List<RangeSet> constraints) {
    List<Integer> begins = new ArrayList<>();
    List<Integer> spans = new ArrayList<>();
    sets = new ArrayList<>();
    int end = 0;
    boolean empty = false;
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (field.offset() > end) {
        begins.add(end);
        spans.add(field.offset() - end);
        sets.add(null);
      }
      begins.add(field.offset());
      spans.add(field.width());
      sets.add(constraints.get(i));
      empty |= constraints.get(i).isEmpty();
      end = field.end();
    }
    offsets = begins.stream().mapToInt(Integer::intValue).toArray();
    widths = spans.stream().mapToInt(Integer::intValue).toArray();
    ranges =
        sets.stream()
            .map(set -> set == null ? null : RangeIndex.of(set))
            .toArray(RangeIndex[]::new);
    width = end;
    nothing = empty;
  }

  /** Sets the segments from {@code from} on to their first values. */
  void putLowest(int from, byte[] key) {
    for (int i = from; i < offsets.length; i++) {
      if (ranges[i] == null) {
        Arrays.fill(key, offsets[i], offsets[i] + widths[i], (byte) 0);
      } else {
        ranges[i].putLow(0, key, offsets[i]);
      }
    }
  }

  /** Sets the segments from {@code from} on to their last values. */
  void putHighest(int from, byte[] key) {
    for (int i = from; i < offsets.length; i++) {
      if (ranges[i] == null) {
        Arrays.fill(key, offsets[i], offsets[i] + widths[i], (byte) 0xFF);
      } else {
        ranges[i].putHigh(ranges[i].size() - 1, key, offsets[i]);
      }
    }
  }
}
