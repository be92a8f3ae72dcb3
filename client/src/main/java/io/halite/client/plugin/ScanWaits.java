package io.halite.client.plugin;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Reads rows for scans, which wait no longer than the scans of HBase.
 *
 * <p>A scan fails at the scan time-out, a get at the operation time-out of its table: 60 seconds
 * and 20 minutes by default. So where the second is longer, the get is sent by another table, whose
 * operation time-out is the scan time-out. As safe for threads as the real table.
 */
final class ScanWaits {
  private final Table real;
  private final WriteWaits.Opening opening;
  private final int scanMillis;

  /**
   * Reads as the real table does, for so long at most.
   *
   * @param opening opens another table of HBase's own, with the same threads and attributes
   */
  ScanWaits(Table real, WriteWaits.Opening opening, int scanMillis) {
    this.real = real;
    this.opening = opening;
    this.scanMillis = scanMillis;
  }

  /** The scan time-out of a client, which is also how long a lease of its scanners lives. */
  static int millis(Configuration conf) {
    return conf.getInt(
        HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
        HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD);
  }

  @SuppressWarnings("deprecation") // HBase's only other way needs a pool, which a table hides.
  Result get(Get get) throws IOException {
    if (real.getOperationTimeout(TimeUnit.MILLISECONDS) <= scanMillis) {
      return real.get(get);
    }
    try (Table other = opening.open()) {
      other.setReadRpcTimeout((int) real.getReadRpcTimeout(TimeUnit.MILLISECONDS));
      other.setOperationTimeout(scanMillis);
      return other.get(get);
    }
  }
}
