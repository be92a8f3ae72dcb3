package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.OpenScans;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Scan;

/** A natural scan, and how one gateway region reads its rows. */
interface ScanReading {
  /** The natural scan. */
  Scan natural();

  /** Rows after which a page filter is full; 0 without a page filter. */
  long pageRows();

  /** The natural range of the scan in that of the gateway. */
  KeyRange range();

  /** Whether each row that an owner lets pass is a row of the scan. */
  boolean givesWhatItReads();

  /**
   * Takes a place among the open scans of the server.
   *
   * @param complete whether the rows that are known are all that it has
   */
  OpenScans.Slot slot(String user, boolean complete) throws IOException;

  /** Returns the rows, which are read at the first poll only, for the request being served. */
  SortedRows rows(OwnerCounts counts, OpenScans.Slot slot) throws IOException;
}
