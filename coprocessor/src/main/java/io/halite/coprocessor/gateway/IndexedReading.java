package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.OpenScans;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Scan;

/** Reads the rows that an index finds, each when its turn comes. */
record IndexedReading(IndexedScan scan, IndexGateway indexes, OpenScans open)
    implements ScanReading {
  @Override
  public Scan natural() {
    return scan.natural();
  }

  @Override
  public long pageRows() {
    return 0;
  }

  @Override
  public KeyRange range() {
    return scan.range();
  }

  @Override
  public boolean givesWhatItReads() {
    return false;
  }

  @Override
  public OpenScans.Slot slot(String user, boolean complete) throws IOException {
    return open.open(user, complete ? 0 : IndexedRows.MOST_BYTES, false, 0);
  }

  @Override
  public SortedRows rows(OwnerCounts counts, OpenScans.Slot slot) {
    return indexes.rows(scan, slot.memory());
  }
}
