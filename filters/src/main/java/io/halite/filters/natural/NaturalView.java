package io.halite.filters.natural;

import io.halite.filters.cell.RekeyedByteBufferCell;
import io.halite.filters.cell.RekeyedCell;
import io.halite.filters.cell.UnsaltedCell;
import io.halite.keys.KeyBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.jspecify.annotations.Nullable;

/**
 * Converts between a stored cell and its view under the natural row, without the salt's bytes:
 * {@code 03·41 54 4C} is seen as {@code 41 54 4C}. Not thread-safe.
 */
sealed class NaturalView permits ComputedKeyView {
  private final int prefixWidth;

  // One cell passes through filterRowKey, filterCell and transformCell or getNextCellHint in turn;
  // its view is made once. The last stored cell is only compared by identity, never read again.
  private @Nullable Cell lastStored;
  private @Nullable Cell lastNatural;

  NaturalView(int prefixWidth) {
    if (prefixWidth < 0) {
      throw new IllegalArgumentException(
          "prefix width " + prefixWidth + " is negative: a salt prefix has 0 or more bytes");
    }
    this.prefixWidth = prefixWidth;
  }

  final int prefixWidth() {
    return prefixWidth;
  }

  /** The natural row of a stored one. */
  byte[] naturalRow(byte[] array, int offset, int length) throws DoNotRetryIOException {
    byte[] row = Arrays.copyOfRange(array, offset, offset + length);
    if (length < prefixWidth) {
      throw tooShort(row, prefixWidth);
    }
    return Arrays.copyOfRange(row, prefixWidth, length);
  }

  final void forget() {
    lastStored = null;
    lastNatural = null;
  }

  /** The view of a stored cell, the same object as before if it is the last stored cell. */
  @SuppressWarnings("ReferenceEquality")
  final Cell natural(Cell stored) throws DoNotRetryIOException {
    Cell last = lastNatural;
    if (last != null && stored == lastStored) {
      return last;
    }
    Cell natural = fresh(stored);
    lastNatural = natural;
    lastStored = stored;
    return natural;
  }

  /** Whether the row of a stored cell can be a row of the table. */
  boolean isRowOfTable(Cell stored) {
    return true;
  }

  /** A view of a stored cell. */
  Cell fresh(Cell stored) throws DoNotRetryIOException {
    if (stored.getRowLength() < prefixWidth) {
      throw tooShort(CellUtil.cloneRow(stored), prefixWidth);
    }
    return UnsaltedCell.of(stored, prefixWidth);
  }

  static DoNotRetryIOException tooShort(byte[] row, int prefixWidth) {
    return new DoNotRetryIOException(
        "stored row "
            + KeyBytes.readable(row)
            + " of "
            + row.length
            + " bytes: every row of a salted table begins with a salt prefix of "
            + prefixWidth
            + " bytes; the row was written without the table's coprocessor; delete it or write it"
            + " again");
  }

  /**
   * Returns the answer of the user's filter under the stored row: the stored cell itself if the
   * answer is its view, else the answer's natural row after the prefix of the stored cell. Null, by
   * which a filter gives no hint or no cell, stays null.
   */
  @SuppressWarnings("ReferenceEquality")
  final @Nullable Cell stored(@Nullable Cell answer, Cell stored) throws DoNotRetryIOException {
    if (answer == null) {
      return null;
    }
    if (stored == lastStored && answer == lastNatural) {
      return stored;
    }
    return shown(answer, stored);
  }

  /** Returns a hint for a stored cell under its stored row; null, for no hint, stays null. */
  final @Nullable Cell storedHint(@Nullable Cell hint, Cell stored) throws DoNotRetryIOException {
    return hint == null ? null : stored(storable(hint, stored), stored);
  }

  /**
   * Returns a hint that leads to the same rows and fits behind the prefix. A row of the table is at
   * most as long as the part of the hint that fits, so none lies between that part and the hint: a
   * hint ahead leads behind the row that is that part, and a hint back, in a reversed scan, to it.
   */
  private Cell storable(Cell hint, Cell stored) throws DoNotRetryIOException {
    int longest = HConstants.MAX_ROW_LENGTH - prefixWidth;
    int ahead =
        hint.getRowLength() <= longest
            ? 0
            : CellComparator.getInstance().compareRows(hint, fresh(stored));
    if (ahead == 0) {
      return hint;
    }
    byte[] part = Arrays.copyOf(CellUtil.cloneRow(hint), longest);
    return ahead > 0
        ? PrivateCellUtil.createLastOnRow(part)
        : PrivateCellUtil.createFirstOnRow(part, 0, (short) longest);
  }

  /** An answer that is not the view itself, under the stored row of the row that it names. */
  @SuppressWarnings("ReferenceEquality")
  Cell shown(Cell answer, Cell stored) throws DoNotRetryIOException {
    Cell last = lastNatural;
    Cell natural =
        last != null && stored == lastStored ? last : UnsaltedCell.of(stored, prefixWidth);
    return CellUtil.matchingRows(answer, natural)
        ? underRowOf(stored, answer)
        : underNewRow(stored, answer);
  }

  /** Shares the stored cell's row bytes: most answers are about the current row. */
  private static Cell underRowOf(Cell stored, Cell answer) {
    int length = stored.getRowLength();
    if (stored instanceof ByteBufferExtendedCell buffered) {
      return answer instanceof ByteBufferExtendedCell below
          ? new RekeyedByteBufferCell(
              buffered.getRowByteBuffer(), buffered.getRowPosition(), length, below)
          : new RekeyedCell(CellUtil.cloneRow(stored), answer);
    }
    return new RekeyedCell(stored.getRowArray(), stored.getRowOffset(), length, answer);
  }

  private Cell underNewRow(Cell stored, Cell answer) {
    byte[] row = new byte[prefixWidth + answer.getRowLength()];
    for (int i = 0; i < prefixWidth; i++) {
      row[i] = PrivateCellUtil.getRowByte(stored, i);
    }
    CellUtil.copyRowTo(answer, row, prefixWidth);
    return answer instanceof ByteBufferExtendedCell below
        ? new RekeyedByteBufferCell(ByteBuffer.wrap(row), 0, row.length, below)
        : new RekeyedCell(row, answer);
  }
}
