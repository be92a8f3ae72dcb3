package io.halite.client.index;

import io.halite.keys.RowIndex;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** Which cells of a row make entries. */
final class IndexedCells {
  private IndexedCells() {}

  /** Whether the cell is a value of the indexed column; each is, where no column is indexed. */
  static boolean isValue(Cell cell, RowIndex index) {
    return index
        .column()
        .map(
            column ->
                cell.getType() == Cell.Type.Put
                    && CellUtil.matchingColumn(cell, column.familyBytes(), column.qualifierBytes()))
        .orElse(true);
  }
}
