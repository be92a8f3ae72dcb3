package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.WantedRanges;
import io.halite.routing.scan.UnorderedScan;
import io.halite.routing.scan.WhereAttribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What a range of stored keys, such as that of a region, holds of the images of a scan.
 *
 * <p>A region {@code [01, 03)} holds {@code [01·61, 01·63)} and {@code [02·61, 02·63)} of the
 * images of {@code [61, 63)}. Images that adjoin, as those of all keys do, become one range: {@code
 * [01, 02)} and {@code [02, 03)} are read as {@code [01, 03)}. A filter keeps them apart: behind
 * its prefix in the first bucket a {@code PrefixFilter} would end the scan of both. Stateless.
 */
final class RegionPart {
  private RegionPart() {}

  /**
   * Returns the parts of the images of a scan within a range, in stored order: of each image what
   * lies from its first to its last wanted row there, if there is any.
   */
  static List<KeyRange> of(UnorderedScan scan, WantedRanges wanted, KeyRange within) {
    boolean joined = isWithoutFilter(scan.natural().scan());
    List<KeyRange> parts = new ArrayList<>();
    for (KeyRange image : scan.images()) {
      List<KeyRange> ranges = wanted.within(image.intersect(within));
      if (ranges.isEmpty()) {
        continue;
      }
      KeyRange part = KeyRange.hull(ranges);
      int last = parts.size() - 1;
      if (joined && last >= 0 && isFollowedBy(parts.get(last), part)) {
        parts.set(last, KeyRange.of(parts.get(last).start(), part.stop()));
      } else {
        parts.add(part);
      }
    }
    return parts;
  }

  private static boolean isWithoutFilter(Scan scan) {
    return scan.getFilter() == null && scan.getAttribute(WhereAttribute.ATTRIBUTE) == null;
  }

  private static boolean isFollowedBy(KeyRange one, KeyRange other) {
    return one.stop().length > 0 && Arrays.equals(one.stop(), other.start());
  }
}
