package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The working form of a branch: the key cut into contiguous segments up to the last constrained
 * one, each with its ranges, or null if it is free. Immutable, so that filters can share it.
 */
final class SegmentTable {
  final int[] offsets;
  final int[] widths;
  final @Nullable RangeIndex[] ranges;
  final List<@Nullable RangeSet> sets;
  final int width;
  final boolean nothing;

  SegmentTable(Branch<RangeSet> branch) {
    this(branch, new IdentityHashMap<>());
  }

  /** The same; {@code indexes} are those of sets that other branches have, too, and are shared. */
  SegmentTable(Branch<RangeSet> branch, Map<RangeSet, RangeIndex> indexes) {
    List<Integer> begins = new ArrayList<>();
    List<Integer> spans = new ArrayList<>();
    sets = new ArrayList<>();
    int end = 0;
    for (Map.Entry<Integer, RangeSet> segment : branch.sets().entrySet()) {
      int offset = segment.getKey();
      if (offset > end) {
        begins.add(end);
        spans.add(offset - end);
        sets.add(null);
      }
      begins.add(offset);
      spans.add(segment.getValue().width());
      sets.add(segment.getValue());
      end = offset + segment.getValue().width();
    }
    offsets = begins.stream().mapToInt(Integer::intValue).toArray();
    widths = spans.stream().mapToInt(Integer::intValue).toArray();
    ranges =
        sets.stream()
            .map(set -> set == null ? null : indexes.computeIfAbsent(set, RangeIndex::of))
            .toArray(RangeIndex[]::new);
    width = end;
    nothing = branch.isEmpty();
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
