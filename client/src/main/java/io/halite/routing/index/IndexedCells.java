package io.halite.routing.index;

import io.halite.keys.RowIndex;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** Which cells of a row make entries. */
public final class IndexedCells {
  private IndexedCells() {}

  /** Whether the cell is a value of the indexed column; each is, where no column is indexed. */
  public static boolean isValue(Cell cell, RowIndex index) {
    return index
        .column()
        .map(
            column ->
                cell.getType() == Cell.Type.Put
                    && CellUtil.matchingColumn(cell, column.familyBytes(), column.qualifierBytes()))
        .orElse(true);
  }
}
