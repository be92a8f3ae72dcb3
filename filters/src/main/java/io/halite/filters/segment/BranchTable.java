package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The working form of several branches: the key cut into contiguous segments, each with the ranges
 * that branches admit, or null if it is free to all. Branch i is bit i. Immutable, so that filters
 * can share it.
 *
 * <p>It is as large as its branches together: no combination of values is made.
 */
final class BranchTable {
  /** Where each segment begins, and at last where the last one ends. */
  final int[] offsets;

  final @Nullable MaskedRanges[] ranges;

  /** The branches whose last segment is the one before; as many as {@link #offsets}. */
  final long[] complete;

  final long all;
  final int width;

  /**
   * Takes branches which keys can match.
   *
   * @throws IllegalArgumentException if they have too many values
   */
  BranchTable(List<Branch<RangeSet>> branches) {
    Branches.checkSize(branches);
    TreeMap<Integer, Integer> widths = new TreeMap<>();
    for (Branch<RangeSet> branch : branches) {
      branch.sets().forEach((offset, set) -> widths.put(offset, set.width()));
    }
    List<Integer> begins = new ArrayList<>();
    List<@Nullable MaskedRanges> cut = new ArrayList<>();
    int end = 0;
    for (Map.Entry<Integer, Integer> segment : widths.entrySet()) {
      int offset = segment.getKey();
      if (offset > end) {
        begins.add(end);
        cut.add(null);
      }
      begins.add(offset);
      cut.add(cut(offset, segment.getValue(), branches));
      end = offset + segment.getValue();
    }
    begins.add(end);
    offsets = begins.stream().mapToInt(Integer::intValue).toArray();
    ranges = cut.toArray(MaskedRanges[]::new);
    width = end;
    all = -1L >>> (Long.SIZE - branches.size());
    complete = new long[offsets.length];
    for (int i = 0; i < branches.size(); i++) {
      complete[begins.indexOf(width(branches.get(i)))] |= 1L << i;
    }
  }

  /** The bytes that a key needs at least. */
  private static int width(Branch<RangeSet> branch) {
    return branch.sets().entrySet().stream()
        .mapToInt(segment -> segment.getKey() + segment.getValue().width())
        .max()
        .orElse(0);
  }

  private static MaskedRanges cut(int offset, int width, List<Branch<RangeSet>> branches) {
    Map<RangeSet, Long> admitted = new IdentityHashMap<>();
    long free = 0;
    for (int i = 0; i < branches.size(); i++) {
      RangeSet set = branches.get(i).sets().get(offset);
      if (set == null) {
        free |= 1L << i;
      } else {
        admitted.merge(set, 1L << i, (some, more) -> some | more);
      }
    }
    return MaskedRanges.of(width, admitted, free);
  }
}
