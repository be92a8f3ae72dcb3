package io.halite.filters.natural;

import io.halite.filters.cell.RekeyedCell;
import io.halite.keys.RowKeyException;
import io.halite.keys.Salt;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A view of rows whose natural key has to be computed, once a row, and whose salt is verified: a
 * row without its right salt might lie outside of a range that it is to be found in.
 */
final class ComputedKeyView extends NaturalView {
  private final Salt salt;
  private byte[] storedRow = new byte[0];
  private byte[] naturalRow = new byte[0];

  ComputedKeyView(Salt salt) {
    super(salt.prefixWidth());
    this.salt = salt;
  }

  @Override
  boolean isRowOfTable(Cell stored) {
    try {
      turn(stored);
      return true;
    } catch (DoNotRetryIOException e) {
      return false;
    }
  }

  @Override
  Cell fresh(Cell stored) throws DoNotRetryIOException {
    turn(stored);
    return new RekeyedCell(naturalRow, stored);
  }

  @Override
  byte[] naturalRow(byte[] array, int offset, int length) throws DoNotRetryIOException {
    return unsalted(Arrays.copyOfRange(array, offset, offset + length));
  }

  private void turn(Cell stored) throws DoNotRetryIOException {
    if (!CellUtil.matchingRows(stored, storedRow)) {
      byte[] row = CellUtil.cloneRow(stored);
      naturalRow = unsalted(row);
      storedRow = row;
    }
  }

  private byte[] unsalted(byte[] row) throws DoNotRetryIOException {
    try {
      salt.verify(row, 0, row.length);
      return salt.unsalt(row);
    } catch (RowKeyException e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
  }

  /**
   * An answer about the current row, the only one there is an answer about, under its stored row.
   */
  @Override
  Cell shown(Cell answer, Cell stored) throws DoNotRetryIOException {
    turn(stored);
    return new RekeyedCell(storedRow, answer);
  }
}
