package io.halite.coprocessor.host;

import io.halite.keys.KeyRange;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;

/**
 * Whether a region stores any cell in a range: the first cell of each family, as HBase's own
 * scanner finds it before it applies versions and deletes.
 *
 * <p>Example: a region whose only row {@code 03·41} is deleted still stores the cells of the row
 * and the delete marker, until a major compaction. It takes no lock of the region, so it never
 * waits for a bulk load or a close. Stateless.
 */
public final class StoredCells {
  /** Shows the cells of writes under way, too, which may be visible a moment later. */
  private static final long EVERY_WRITE = Long.MAX_VALUE;

  private StoredCells() {}

  /**
   * Returns whether no cell is stored in a range: neither a value nor a delete marker. Returns
   * false if the region is closing, since the stores then close one after the other.
   */
  public static boolean areNone(HRegion region, KeyRange rows) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(rows.start())
            .withStopRow(rows.stop())
            // Otherwise HBase leaves out files whose newest cell has expired, which raw scans read.
            .setRaw(true)
            .setReadType(Scan.ReadType.PREAD);
    for (HStore store : region.getStores()) {
      if (holds(store, scan, rows)) {
        return false;
      }
    }
    // Behind the reads: HBase announces a close before it closes the first store.
    return !region.isClosing() && !region.isClosed();
  }

  private static boolean holds(HStore store, Scan scan, KeyRange rows) throws IOException {
    // HBase takes null for all columns. Beside columns it would show cells that it has not read.
    KeyValueScanner cells = store.getScanner(scan, null, EVERY_WRITE);
    try {
      Cell first = cells.peek();
      return first != null
          && rows.contains(first.getRowArray(), first.getRowOffset(), first.getRowLength());
    } finally {
      cells.close();
    }
  }
}
