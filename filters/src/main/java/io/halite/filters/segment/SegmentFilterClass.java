package io.halite.filters.segment;

import io.halite.filters.host.HostClasses;
import java.util.Set;

/**
 * The class of a segment filter that this HBase can load: {@link HintingSegmentFilter} from 2.6.1
 * and 2.5.9 on, else {@link SegmentFilter}. Stateless.
 */
final class SegmentFilterClass {
  /** The names of the classes that a client may send. */
  static final Set<String> NAMES =
      Set.of(
          "io.halite.filters.segment.SegmentFilter",
          "io.halite.filters.segment.HintingSegmentFilter");

  private static final boolean HOST_KNOWS_HINTING =
      HostClasses.has("org.apache.hadoop.hbase.filter.HintingFilter");

  private SegmentFilterClass() {}

  static SegmentFilter of(SegmentQuery query, boolean always) {
    return HOST_KNOWS_HINTING
        ? HintingSegmentFilter.of(query, always)
        : SegmentFilter.of(query, always);
  }
}
