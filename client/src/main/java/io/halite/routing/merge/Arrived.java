package io.halite.routing.merge;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * A row, or a piece of one, that has arrived.
 *
 * @param sent how many bytes an owner sends for it
 * @param size how many bytes it takes here
 */
record Arrived(Result result, long sent, long size) {
  static Arrived of(Result result) {
    long sent = 0;
    for (Cell cell : result.rawCells()) {
      sent += cell.getSerializedSize();
    }
    return new Arrived(result, sent, Result.getTotalSizeOfCells(result));
  }

  boolean isOfRow(Cell cell) {
    return CellUtil.matchingRows(cell, result.rawCells()[0]);
  }
}
