package io.halite.client.operate;

import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.endpoint.RegionStub;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;

/**
 * What the regions of an explanation say of a scan, added up. A region that has moved or split
 * since answers for its part, or not at all, which an estimate may. Stateless.
 */
final class RegionReadings {
  private RegionReadings() {}

  /**
   * Returns the sum over the regions that the scan reads; empty if one of them runs a version of
   * Halite that does not know the request.
   *
   * @param number of the scan that was counted; 0 for none
   */
  static Optional<RegionReading> of(Table table, Explanation explanation, long number)
      throws IOException {
    List<KeyRange> ranges = explanation.read();
    long bytes = 0;
    long cells = 0;
    RegionReading.Counted counted = RegionReading.Counted.NOTHING;
    try {
      for (RegionFacts region : explanation.asked()) {
        List<KeyRange> within =
            ranges.stream()
                .map(region.rows()::intersect)
                .filter(range -> !range.isEmpty())
                .toList();
        RegionReading reading =
            RegionStub.reading(table, region.rows().start(), joined(within), number);
        bytes += reading.bytes();
        cells += reading.cells();
        counted = counted.plus(reading.counted().orElse(RegionReading.Counted.NOTHING));
      }
    } catch (UnknownProtocolException olderServer) {
      return Optional.empty();
    }
    return Optional.of(new RegionReading(bytes, cells, Optional.of(counted)));
  }

  /** Ranges that follow each other as one, if there are more than a request may have. */
  private static List<KeyRange> joined(List<KeyRange> ranges) {
    int each = (ranges.size() + RegionStub.MOST_RANGES - 1) / RegionStub.MOST_RANGES;
    List<KeyRange> joined = new ArrayList<>();
    for (int from = 0; from < ranges.size(); from += each) {
      KeyRange last = ranges.get(Math.min(from + each, ranges.size()) - 1);
      joined.add(KeyRange.of(ranges.get(from).start(), last.stop()));
    }
    return joined;
  }
}
