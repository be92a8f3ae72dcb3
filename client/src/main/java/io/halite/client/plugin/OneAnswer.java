package io.halite.client.plugin;

import io.halite.filters.cell.CellSize;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Result;

/**
 * The rows that a thread passes on before it does other work: about as many as one answer of an
 * owner has, with which HBase's client occupies a thread of the network. Not thread-safe.
 */
final class OneAnswer {
  static final int ROWS = 2_000;
  static final long BYTES = HConstants.DEFAULT_HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE;

  private int rows;
  private long bytes;

  void add(Result row) {
    rows++;
    for (Cell cell : row.rawCells()) {
      bytes += CellSize.inMemstore(cell);
    }
  }

  boolean isFull() {
    return rows >= ROWS || bytes >= BYTES;
  }
}
