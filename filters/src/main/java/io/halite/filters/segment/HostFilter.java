package io.halite.filters.segment;

import io.halite.filters.host.HostClasses;
import java.util.Set;

/** Picks the form of the filter that the HBase around it can load. */
final class HostFilter {
  /** Under which names a segment filter travels. */
  static final Set<String> NAMES =
      Set.of(
          "io.halite.filters.segment.SegmentFilter",
          "io.halite.filters.segment.HintingSegmentFilter");

  private static final boolean HOST_KNOWS_HINTING =
      HostClasses.has("org.apache.hadoop.hbase.filter.HintingFilter");

  private HostFilter() {}

  static SegmentFilter of(SegmentQuery query, boolean always) {
    return HOST_KNOWS_HINTING
        ? HintingSegmentFilter.of(query, always)
        : SegmentFilter.of(query, always);
  }
}
