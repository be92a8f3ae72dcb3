package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.salted.ScanWitness.Received;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * A scan of a table with {@link ScanWitness}, while nobody else scans it.
 *
 * @param rows what it has returned
 * @param metrics what its client has counted
 * @param received how many RPCs servers have received meanwhile
 */
record ScanReport(List<Result> rows, ScanMetrics metrics, Received received) {
  /** Opens a scan with metrics. */
  interface Opening {
    ResultScanner open() throws Exception;
  }

  /** Reads a scan to its end. */
  static ScanReport of(Opening opening) throws Exception {
    Received before = Received.now();
    List<Result> rows = new ArrayList<>();
    try (ResultScanner scanner = opening.open()) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(row);
      }
      return new ScanReport(rows, scanner.getScanMetrics(), Received.now().minus(before));
    }
  }

  /** What the client counts itself is what it has received of so many gateway regions. */
  void assertIsOfGateways(int regions) {
    assertThat(metrics.countOfRegions.get()).isEqualTo(regions);
    assertThat(metrics.countOfRPCcalls.get()).isEqualTo(received.byGateways());
    assertThat(metrics.countOfBytesInResults.get()).isPositive().isEqualTo(bytes(0));
  }

  /**
   * The same of a client with the plug-in and of owners.
   *
   * @param salt how many bytes a stored key is longer than a natural one
   */
  void assertIsOfOwners(int ranges, int salt) {
    assertThat(received.byGateways()).isZero();
    assertThat(metrics.countOfRegions.get()).isEqualTo(ranges);
    assertThat(metrics.countOfRPCcalls.get()).isEqualTo(received.byOwners());
    assertThat(metrics.countOfBytesInResults.get()).isPositive().isEqualTo(bytes(salt));
    assertThat(metrics.sumOfMillisSecBetweenNexts.get()).isZero();
  }

  private long bytes(int salt) {
    long bytes = 0;
    for (Result row : rows) {
      for (Cell cell : row.rawCells()) {
        bytes += PrivateCellUtil.estimatedSerializedSizeOf(cell) + salt;
      }
    }
    return bytes;
  }

  /** How many rows each region has scanned, by its encoded name. */
  Map<String, Long> rowsByRegion() {
    Map<String, Long> rowsOf = new TreeMap<>();
    metrics
        .collectMetricsByRegion(false)
        .forEach(
            (region, counts) ->
                rowsOf.put(
                    region.getEncodedRegionName(),
                    counts.get(ScanMetrics.COUNT_OF_ROWS_SCANNED_KEY_METRIC_NAME)));
    return rowsOf;
  }
}
