package io.halite.filters.cell;

import io.halite.keys.KeyBytes;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;

/**
 * The view of a stored cell under its natural row: the same bytes, the row beginning {@code
 * prefixWidth} bytes later.
 *
 * <p>Example: {@code 03·41 54 4C / f:q} with a prefix of 1 byte is seen as {@code 41 54 4C / f:q}.
 * Nothing is copied; a cell in byte buffers gives a view in byte buffers.
 */
public final class UnsaltedCell {
  private UnsaltedCell() {}

  /**
   * The given stored cell under its natural row.
   *
   * @param cell a cell whose row begins with a salt prefix
   * @param prefixWidth bytes in front of the natural key; 0 shows the row as it is
   * @throws IllegalArgumentException if the cell's row is shorter than the prefix
   */
  public static ExtendedCell of(Cell cell, int prefixWidth) {
    int length = cell.getRowLength() - prefixWidth;
    if (prefixWidth < 0 || length < 0) {
      throw new IllegalArgumentException(
          "row "
              + KeyBytes.readable(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength(), 0)
              + " of "
              + cell.getRowLength()
              + " bytes: a stored row begins with a salt prefix of "
              + prefixWidth
              + " bytes");
    }
    if (cell instanceof ByteBufferExtendedCell buffered) {
      return new RekeyedByteBufferCell(
          buffered.getRowByteBuffer(), buffered.getRowPosition() + prefixWidth, length, buffered);
    }
    return new RekeyedCell(cell.getRowArray(), cell.getRowOffset() + prefixWidth, length, cell);
  }
}
