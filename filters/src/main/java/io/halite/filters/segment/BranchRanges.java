package io.halite.filters.segment;

import io.halite.keys.KeyRange;
import java.util.List;

/** The ranges of keys that can match a branch, as far as its leading segments determine them. */
sealed interface BranchRanges permits LeadingRanges, PathRanges {
  /** The smallest range that holds every key of the given one that can match. */
  KeyRange narrow(KeyRange natural);

  /** The same as at most so many ranges. */
  List<KeyRange> ranges(KeyRange natural, int most);

  /** Whether {@link #ranges} has one for each combination of values in the leading segments. */
  boolean isAtMost(int most);

  /** The most bytes of a bound. */
  int width();
}
