package io.halite.routing.merge;

import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;

/**
 * How the cursors of one scan read their images.
 *
 * @param table the table to which the stored scans go
 * @param readAheadBytes the most bytes that a cursor reads ahead, beside the row that the scan
 *     needs next
 * @param rounds how many times in succession a cursor looks up the regions of its image again in
 *     {@code hbase:meta}, after the table's own retries
 * @param counts what the owners count for the scan
 * @param memory counts what the scan holds
 * @param batch cells of one piece of a row, for a scan that takes large rows in pieces; 0 for a
 *     scan that takes whole rows alone
 */
public record ImageReading(
    AsyncTable<AdvancedScanResultConsumer> table,
    long readAheadBytes,
    int rounds,
    OwnerCounts counts,
    ScanMemory memory,
    int batch) {
  /** Reads whole rows, with the table's own attempts alone, and counts nothing. */
  public static ImageReading of(AsyncTable<AdvancedScanResultConsumer> table, long readAheadBytes) {
    return new ImageReading(table, readAheadBytes, 0, new OwnerCounts(), ScanMemory.UNCOUNTED, 0);
  }
}
