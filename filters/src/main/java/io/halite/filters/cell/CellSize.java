package io.halite.filters.cell;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.ClassSize;

/**
 * What HBase counts for a cell of an answer that has a size.
 *
 * <p>It counts the heap that the cell takes, which depends on where the cell comes from. A cell
 * whose row is changed takes more than the one of a memstore, so the answers of salted tables would
 * have fewer cells than those of plain ones. Stateless.
 */
public final class CellSize {
  private CellSize() {}

  /**
   * The heap of a cell in a memstore: a cell of 100 bytes, as it is written, takes 136.
   *
   * @return bytes
   */
  public static long inMemstore(Cell cell) {
    return ClassSize.align(KeyValue.FIXED_OVERHEAD + cell.getSerializedSize());
  }
}
