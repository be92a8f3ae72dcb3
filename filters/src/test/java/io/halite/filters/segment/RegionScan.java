package io.halite.filters.segment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * One scan of a whole region, timed, in calls of at most a thousand rows, as servers answer them;
 * given up when it takes more processor time than its limit. Cells are counted, since a row may
 * come in parts.
 */
record RegionScan(long cells, boolean complete, double seconds, double cpuSeconds) {
  private static final int ROWS_PER_CALL = 1000;

  /** After so long a call ends, wherever it is, so that the limit can be looked at. */
  private static final int MILLIS_PER_CALL = 200;

  static RegionScan of(HRegion region, Filter filter, int limitSeconds) throws IOException {
    return of(region, new Scan().setFilter(filter), limitSeconds);
  }

  static RegionScan of(HRegion region, Scan scan, int limitSeconds) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    long found = 0;
    boolean more = true;
    try (RegionScanner scanner = region.getScanner(scan)) {
      while (more && threads.getCurrentThreadCpuTime() - cpu < limitSeconds * 1_000_000_000L) {
        long deadline = System.currentTimeMillis() + MILLIS_PER_CALL;
        ScannerContext context =
            ScannerContext.newBuilder()
                .setSizeLimit(
                    LimitScope.BETWEEN_ROWS, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)
                .setTimeLimit(LimitScope.BETWEEN_CELLS, deadline)
                .build();
        List<Cell> row = new ArrayList<>();
        int rows = 0;
        do {
          row.clear();
          more = scanner.nextRaw(row, context);
          found += row.size();
          rows++;
        } while (more && !row.isEmpty() && rows < ROWS_PER_CALL);
        // The end of a call is where a scan may change from single reads to a stream.
        ((Shipper) scanner).shipped();
      }
    }
    return new RegionScan(
        found,
        !more,
        (System.nanoTime() - start) / 1e9,
        (threads.getCurrentThreadCpuTime() - cpu) / 1e9);
  }
}
