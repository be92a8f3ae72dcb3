package io.halite.filters.segment;

import io.halite.keys.KeyRange;
import java.util.ArrayList;
import java.util.List;

/** The ranges of keys that can match a branch, as far as its leading segments determine them. */
sealed interface BranchRanges permits LeadingRanges, PathRanges {
  /** The smallest range that holds every key of the given one that can match. */
  KeyRange narrow(KeyRange natural);

  /** The same as at most so many ranges. */
  default List<KeyRange> ranges(KeyRange natural, int most) {
    List<KeyRange> ranges = new ArrayList<>();
    for (KeyRange leading : leading(most)) {
      KeyRange narrowed = narrow(leading.intersect(natural));
      if (!narrowed.isEmpty()) {
        ranges.add(narrowed);
      }
    }
    return ranges;
  }

  /** All combinations of values of the leading segments, until there would be too many. */
  List<KeyRange> leading(int most);

  /** Whether {@link #ranges} has one for each combination of values in the leading segments. */
  boolean hasAtMostRanges(int most);

  /** The most bytes of a bound. */
  int width();
}
