package io.halite.routing.merge;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * A row, or a piece of one, that has arrived.
 *
 * @param sent how many bytes an owner sends for it
 * @param size how many bytes it takes here; 0 where nobody counts
 */
record Arrived(Result result, long sent, long size) {
  /** Counts what a result takes as {@code memory} does. */
  static Arrived of(Result result, ScanMemory memory) {
    long sent = 0;
    for (Cell cell : result.rawCells()) {
      sent += cell.getSerializedSize();
    }
    return new Arrived(result, sent, memory.sizeOf(result));
  }

  boolean isOfRow(Cell cell) {
    return CellUtil.matchingRows(cell, result.rawCells()[0]);
  }
}
