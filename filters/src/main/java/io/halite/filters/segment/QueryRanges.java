package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.List;

/** The ranges of keys that can match any branch, each as narrow as its leading segments are. */
final class QueryRanges {
  private final List<? extends BranchRanges> branches;

  QueryRanges(List<? extends BranchRanges> branches) {
    this.branches = branches;
  }

  /** The smallest range that holds those of all branches. */
  KeyRange narrow(KeyRange natural) {
    return KeyRange.hull(
        branches.stream()
            .map(branch -> branch.narrow(natural))
            .filter(range -> !range.isEmpty())
            .toList());
  }

  List<KeyRange> ranges(KeyRange natural, int most) {
    List<KeyRange> ranges = new ArrayList<>();
    for (BranchRanges branch : branches) {
      ranges.addAll(branch.ranges(natural, Math.max(1, most / branches.size())));
    }
    List<KeyRange> joined = joined(ranges);
    return joined.size() <= Math.max(1, most) ? joined : List.of(narrow(natural));
  }

  /** The same, as many as their widths allow. */
  List<KeyRange> wide(KeyRange natural) {
    int width = branches.stream().mapToInt(BranchRanges::width).max().orElse(1);
    return ranges(natural, BucketImages.most(Math.max(1, width)));
  }

  boolean hasAtMostRanges(int most) {
    int each = Math.max(1, most / Math.max(1, branches.size()));
    return branches.size() <= most
        && branches.stream().allMatch(branch -> branch.hasAtMostRanges(each));
  }

  /** In order, and those as one that overlap or touch. */
  private static List<KeyRange> joined(List<KeyRange> ranges) {
    ranges.sort((one, two) -> KeyBytes.compare(one.start(), two.start()));
    List<KeyRange> joined = new ArrayList<>();
    for (KeyRange range : ranges) {
      int last = joined.size() - 1;
      if (last >= 0 && reaches(joined.get(last).stop(), range.start())) {
        joined.set(last, joined.get(last).hull(range));
      } else {
        joined.add(range);
      }
    }
    return joined;
  }

  private static boolean reaches(byte[] stop, byte[] start) {
    return stop.length == 0 || KeyBytes.compare(stop, start) >= 0;
  }

  List<KeyRange> images(Salt salt, KeyRange natural) {
    if (branches.size() == 1) {
      return BucketImages.of(branches.get(0), salt, natural, 1);
    }
    return BucketImages.byBucket(
        salt,
        branches.stream()
            .flatMap(branch -> BucketImages.of(branch, salt, natural, branches.size()).stream()));
  }
}
