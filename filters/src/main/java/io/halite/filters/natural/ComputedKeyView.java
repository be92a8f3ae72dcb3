package io.halite.filters.natural;

import io.halite.filters.cell.RekeyedCell;
import io.halite.keys.RowKeyException;
import io.halite.keys.Salt;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A view of rows whose natural key is computed, once for each row, and whose salt is verified: a
 * row with a wrong salt might lie outside the range in which a scan looks for it.
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
      compute(stored);
      return true;
    } catch (DoNotRetryIOException e) {
      return false;
    }
  }

  @Override
  Cell fresh(Cell stored) throws DoNotRetryIOException {
    compute(stored);
    return new RekeyedCell(naturalRow, stored);
  }

  @Override
  byte[] naturalRow(byte[] array, int offset, int length) throws DoNotRetryIOException {
    return unsalted(Arrays.copyOfRange(array, offset, offset + length));
  }

  private void compute(Cell stored) throws DoNotRetryIOException {
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

  /** The answer under the stored row: it is always about the current row. */
  @Override
  Cell shown(Cell answer, Cell stored) throws DoNotRetryIOException {
    compute(stored);
    return new RekeyedCell(storedRow, answer);
  }
}
