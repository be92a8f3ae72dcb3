package io.halite.it.oracle;

import io.halite.filters.segment.LatestFilter;
import io.halite.keys.Segment;
import io.halite.routing.scan.LatestAttribute;
import io.halite.routing.scan.WhereAttribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.util.Bytes;

/** Random scans for the newest rows of each key, by the scan attribute or by the filter. */
record NewestScans(Random random, Keys keys, Filters filters, Scans scans) {
  /**
   * A scan for the newest rows of each key, most of them forward and without what they refuse.
   *
   * @param chosen the value of the attribute
   */
  TwinScan scan(String chosen, Segment time) throws IOException {
    Scan columns = new Scan();
    scans.selection(columns);
    columns.setRaw(false);
    Scan scan = new Scan(columns);
    List<Filter> salted = new ArrayList<>();
    List<Filter> plain = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      SegmentQueries.Asked asked = filters.asked();
      plain.add(asked.filter());
      if (random.nextBoolean()) {
        scan.setAttribute(WhereAttribute.ATTRIBUTE, Bytes.toBytes(asked.text()));
      } else {
        salted.add(asked.filter());
      }
    }
    if (random.nextInt(3) == 0) {
      Filter filter = filters.plain();
      salted.add(filter);
      plain.add(filter);
    }
    if (random.nextBoolean()) {
      scan.setAttribute(LatestAttribute.ATTRIBUTE, Bytes.toBytes(chosen));
    } else {
      salted.add(random.nextInt(salted.size() + 1), new LatestFilter(chosen));
    }
    range(scan, time);
    setFilters(scan, salted);
    setFilters(columns, plain);
    scans.delivery(scan);
    return new TwinScan(scan, columns, Set.of(Population.Kind.NEWEST));
  }

  private static void setFilters(Scan scan, List<Filter> filters) {
    if (!filters.isEmpty()) {
      scan.setFilter(new FilterList(filters));
    }
  }

  /** Every other one lies within the rows of one key; few are backward. */
  private void range(Scan scan, Segment time) {
    Scan drawn = new Scan();
    if (random.nextBoolean()) {
      byte[] key = keys.key();
      int width = keys.layout().orElseThrow().slice(time.name(), key).orElseThrow().offset();
      drawn.setStartStopRowForPrefixScan(Arrays.copyOf(key, width + random.nextInt(2)));
      if (random.nextBoolean()) {
        drawn.withStartRow(key, random.nextBoolean());
      }
    } else {
      scans.range(drawn);
    }
    boolean turned = drawn.isReversed() && random.nextInt(4) > 0;
    scan.setReversed(drawn.isReversed() && !turned);
    scan.withStartRow(
        turned ? drawn.getStopRow() : drawn.getStartRow(),
        turned ? drawn.includeStopRow() : drawn.includeStartRow());
    scan.withStopRow(
        turned ? drawn.getStartRow() : drawn.getStopRow(),
        turned ? drawn.includeStartRow() : drawn.includeStopRow());
  }
}
