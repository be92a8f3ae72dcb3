package io.halite.routing.index;

import io.halite.keys.RowIndex;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** Which cells of a row make entries. Stateless. */
public final class IndexedCells {
  private IndexedCells() {}

  /**
   * Whether the cell holds a value of the indexed column; true for every cell if the index has no
   * column.
   */
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
