package io.halite.filters.cell;

import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.util.Bytes;

/** The hash a {@code KeyValue} of the same key has, since such cells are equal to ours. */
final class CellHash {
  private CellHash() {}

  static int of(ExtendedCell cell) {
    int hash =
        31 * Bytes.hashCode(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength())
            + Bytes.hashCode(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
    hash =
        31 * hash
            + Bytes.hashCode(
                cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    hash = 31 * hash + (int) cell.getTimestamp();
    return 31 * hash + cell.getTypeByte();
  }
}
