package io.halite.routing.merge;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * How the cursors of one scan read their images.
 *
 * @param table the table to which the stored scans go
 * @param readAheadBytes the most bytes that a cursor reads ahead, beside the row that the scan
 *     needs next
 * @param rounds how long a cursor goes on, after the table's own retries
 * @param counts what the owners count for the scan
 * @param memory counts what the scan holds
 * @param batch cells of one piece of a row, for a scan that takes large rows in pieces; 0 for a
 *     scan that takes whole rows alone
 * @param wanted where the rows can lie that the scan wants
 */
public record ImageReading(
    AsyncTable<AdvancedScanResultConsumer> table,
    long readAheadBytes,
    Rounds rounds,
    OwnerCounts counts,
    ScanMemory memory,
    int batch,
    WantedRanges wanted) {
  /** Wants all rows. */
  public ImageReading(
      AsyncTable<AdvancedScanResultConsumer> table,
      long readAheadBytes,
      Rounds rounds,
      OwnerCounts counts,
      ScanMemory memory,
      int batch) {
    this(table, readAheadBytes, rounds, counts, memory, batch, WantedRanges.ALL);
  }

  /** Reads whole rows, with the table's own attempts alone, and counts nothing. */
  public static ImageReading of(AsyncTable<AdvancedScanResultConsumer> table, long readAheadBytes) {
    return new ImageReading(
        table, readAheadBytes, Rounds.NONE, new OwnerCounts(false), ScanMemory.UNCOUNTED, 0);
  }

  /** Forgets where the regions are, which may be the cause of a failure. */
  void forgetRegions() {
    table.getRegionLocator().clearRegionLocationCache();
  }

  /**
   * HBase wraps even a failure that must not be retried, once a scan has returned its first rows.
   */
  static IOException failureOf(Throwable error) {
    if (error instanceof RetriesExhaustedException
        && error.getCause() instanceof DoNotRetryIOException cause) {
      return cause;
    }
    return error instanceof IOException io ? io : new IOException(error);
  }
}
