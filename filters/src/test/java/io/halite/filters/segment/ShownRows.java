package io.halite.filters.segment;

import io.halite.filters.natural.CountingFilter;
import io.halite.filters.natural.NaturalViewFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The stored rows that a scan finds in a region.
 *
 * @param shown how many rows its filter was shown
 */
public record ShownRows(List<String> rows, long shown) {
  /** Scans by a filter, behind the view of natural keys if the keys have a prefix. */
  public static ShownRows of(HRegion region, Scan scan, Filter filter, int prefixWidth)
      throws IOException {
    AtomicLong shown = new AtomicLong();
    Filter counted = new CountingFilter(filter, counter(shown));
    scan.setFilter(prefixWidth == 0 ? counted : new NaturalViewFilter(counted, prefixWidth));
    List<String> rows = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more = true;
      while (more) {
        more = scanner.next(cells);
        if (!cells.isEmpty()) {
          rows.add(Bytes.toStringBinary(CellUtil.cloneRow(cells.get(0))));
        }
        cells.clear();
      }
    }
    return new ShownRows(rows, shown.get());
  }

  private static CountingFilter.Counter counter(AtomicLong rows) {
    return new CountingFilter.Counter() {
      @Override
      public void row() {
        rows.incrementAndGet();
      }

      @Override
      public void cell() {}

      @Override
      public void hint() {}
    };
  }
}
