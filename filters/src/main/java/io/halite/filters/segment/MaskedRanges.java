package io.halite.filters.segment;

import io.halite.filters.segment.RangeSet.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The values of one segment, cut into ranges wherever a branch begins or ends to admit them; with
 * each range the branches that admit it, one bit for each.
 *
 * <p>Example: branch 0 admits A to F, branch 1 admits D to K: the ranges are A to C with {@code
 * 01}, D to F with {@code 11} and G to K with {@code 10}. The next range of given branches is found
 * in O(log(ranges)) by a {@link MaskTree}. Immutable.
 */
final class MaskedRanges {
  private static final Comparator<Cut> BY_VALUE =
      Comparator.comparing(Cut::value, Arrays::compareUnsigned);

  /** A value from which on some branches admit what they did not, or the other way round. */
  private record Cut(byte[] value, long changed) {}

  private final RangeIndex index;
  private final MaskTree tree;

  MaskedRanges(RangeIndex index, MaskTree tree) {
    this.index = index;
    this.tree = tree;
  }

  /**
   * Cuts the values of a segment.
   *
   * @param branchesOf the sets of values, none of them empty, each with the branches that have it
   * @param free the branches to which the segment may be anything
   */
  static MaskedRanges of(int width, Map<RangeSet, Long> branchesOf, long free) {
    List<Cut> cuts = cuts(width, branchesOf);
    List<Range> ranges = new ArrayList<>();
    List<Long> branches = new ArrayList<>();
    byte[] low = new byte[width];
    long admitting = free;
    for (Cut cut : cuts) {
      if (admitting != 0 && Arrays.compareUnsigned(low, cut.value) < 0) {
        byte[] high = cut.value.clone();
        BigEndian.decrement(high, 0, width);
        ranges.add(new Range(low, high));
        branches.add(admitting);
      }
      low = cut.value;
      admitting ^= cut.changed;
    }
    if (admitting != 0) {
      byte[] high = new byte[width];
      Arrays.fill(high, (byte) 0xFF);
      ranges.add(new Range(low, high));
      branches.add(admitting);
    }
    return new MaskedRanges(RangeIndex.of(width, ranges), MaskTree.of(branches));
  }

  private static List<Cut> cuts(int width, Map<RangeSet, Long> branchesOf) {
    List<Cut> cuts = new ArrayList<>();
    branchesOf.forEach(
        (set, branches) -> {
          for (Range range : set.ranges()) {
            cuts.add(new Cut(range.low(), branches));
            byte[] behind = range.high().clone();
            if (BigEndian.increment(behind, 0, width)) {
              cuts.add(new Cut(behind, branches));
            }
          }
        });
    cuts.sort(BY_VALUE);
    return cuts;
  }

  RangeIndex index() {
    return index;
  }

  /** The branches that admit the values of a range. */
  long branches(int range) {
    return tree.branches(range);
  }

  /** The first range from there on that one of the branches admits; the size if there is none. */
  int next(int from, long branches) {
    return tree.next(from, branches);
  }

  /** The last range up to there that one of the branches admits; -1 if there is none. */
  int previous(int upTo, long branches) {
    return tree.previous(upTo, branches);
  }
}
