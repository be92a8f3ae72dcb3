package io.halite.filters.cell;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NoTagsKeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Copies of cells under another row, in the bytes in which HBase sends them.
 *
 * <p>Example: the cell {@code 41 54 4C / f:q} copied to the row {@code 03 41 54 4C} is the {@code
 * KeyValue} of {@code 03 41 54 4C / f:q} with the same timestamp, type, value and tags. A {@link
 * RekeyedCell} shows the same without a copy, but a cell that is sent is read field by field
 * several times, and fields that lie in a network buffer are copied at each reading; here they are
 * copied once. And a copy stays when that buffer is used again: HBase's client encodes cells on a
 * thread of its own, perhaps after the handler that sends them has given up.
 *
 * <p>Bytes: key length (4 bytes), value length (4), row length (2), row, family length (1), family,
 * qualifier, timestamp (8), type (1), value; then tags length (2) and tags if there are any. All
 * big-endian. Source: HBase reference guide, "KeyValue".
 */
@SuppressWarnings("deprecation")
public final class CopiedCell {
  private CopiedCell() {}

  /**
   * A copy of {@code cell} under {@code row}.
   *
   * @throws IllegalArgumentException if the row is longer than {@value Short#MAX_VALUE} bytes
   */
  public static KeyValue of(byte[] row, Cell cell) {
    short rowLength = RekeyedCell.rowLength(row.length);
    int key =
        (int)
            KeyValue.getKeyDataStructureSize(
                rowLength, cell.getFamilyLength(), cell.getQualifierLength());
    int tags = cell.getTagsLength();
    byte[] bytes =
        new byte
            [(int)
                KeyValue.getKeyValueDataStructureSize(
                    rowLength,
                    cell.getFamilyLength(),
                    cell.getQualifierLength(),
                    cell.getValueLength(),
                    tags)];
    int at = Bytes.putInt(bytes, 0, key);
    at = Bytes.putInt(bytes, at, cell.getValueLength());
    at = Bytes.putShort(bytes, at, rowLength);
    at = Bytes.putBytes(bytes, at, row, 0, row.length);
    at = Bytes.putByte(bytes, at, cell.getFamilyLength());
    at = CellUtil.copyFamilyTo(cell, bytes, at);
    at = CellUtil.copyQualifierTo(cell, bytes, at);
    at = Bytes.putLong(bytes, at, cell.getTimestamp());
    at = Bytes.putByte(bytes, at, cell.getTypeByte());
    at = CellUtil.copyValueTo(cell, bytes, at);
    if (tags > 0) {
      at = Bytes.putAsShort(bytes, at, tags);
      PrivateCellUtil.copyTagsTo(cell, bytes, at);
    }
    KeyValue copy =
        tags > 0
            ? new KeyValue(bytes, 0, bytes.length)
            : new NoTagsKeyValue(bytes, 0, bytes.length);
    copy.setSequenceId(cell.getSequenceId());
    return copy;
  }
}
