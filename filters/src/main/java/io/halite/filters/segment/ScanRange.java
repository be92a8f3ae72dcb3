package io.halite.filters.segment;

import io.halite.keys.KeyRange;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The range of keys that a scan asks for, whichever its direction. Stateless.
 *
 * <p>Example: a reversed scan from {@code 43} to {@code 41} reads {@code [41 00, 43 00)}, since it
 * reads its start row and not its stop row.
 */
public final class ScanRange {
  private ScanRange() {}

  /** Returns what the bounds of a scan hold. */
  public static KeyRange of(Scan scan) {
    return scan.isReversed()
        ? KeyRange.ofScan(
            scan.getStopRow(), scan.includeStopRow(), scan.getStartRow(), scan.includeStartRow())
        : KeyRange.ofScan(
            scan.getStartRow(), scan.includeStartRow(), scan.getStopRow(), scan.includeStopRow());
  }
}
