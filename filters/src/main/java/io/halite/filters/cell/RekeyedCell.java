package io.halite.filters.cell;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.util.StreamUtils;
import org.apache.hadoop.hbase.util.ByteBufferUtils;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ClassSize;

/**
 * A cell that shows another row over the family, qualifier, value and tags of an existing one.
 *
 * <p>Example: the cell {@code 41 54 4C / f:q} rekeyed to the row {@code 03 41 54 4C} encodes,
 * compares and hashes exactly like a {@code KeyValue} made with the row {@code 03 41 54 4C}.
 *
 * <p>Nothing is copied: the row array and the cell below must not change while this cell lives.
 * Timestamp and sequence id are this cell's own from the moment it is made. The region stamps them
 * in place, and a source cell that is rekeyed again for a repeated forward must still carry what
 * its author gave it.
 *
 * <p>The cell below may be a bare {@link Cell}, as some filters make them; hence the deprecated
 * methods, the only ones of such a cell.
 *
 * <p>Like every HBase cell, an instance may be read by several threads once its timestamp no longer
 * changes.
 */
@SuppressWarnings("deprecation")
public final class RekeyedCell implements ExtendedCell {
  private static final int OVERHEAD =
      ClassSize.align(
          ClassSize.OBJECT + 2 * ClassSize.REFERENCE + 2 * Bytes.SIZEOF_INT + 2 * Long.BYTES);

  private final byte[] row;
  private final int offset;
  private final short length;
  private final Cell cell;
  private long timestamp;
  private long sequenceId;

  /** The given cell under the given row: see {@link #RekeyedCell(byte[], int, int, Cell)}. */
  public RekeyedCell(byte[] row, Cell cell) {
    this(row, 0, row.length, cell);
  }

  /**
   * The given cell under the row {@code row[offset .. offset + length)}.
   *
   * @throws IndexOutOfBoundsException if the row does not lie inside the array
   * @throws IllegalArgumentException if the row is longer than {@value Short#MAX_VALUE} bytes
   */
  public RekeyedCell(byte[] row, int offset, int length, Cell cell) {
    Objects.checkFromIndexSize(offset, length, row.length);
    this.row = row;
    this.offset = offset;
    this.length = rowLength(length);
    this.cell = cell;
    this.timestamp = this.cell.getTimestamp();
    this.sequenceId = this.cell.getSequenceId();
  }

  static short rowLength(int length) {
    if (length > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "row of " + length + " bytes: a row has at most " + Short.MAX_VALUE + " bytes");
    }
    return (short) length;
  }

  @Override
  public byte[] getRowArray() {
    return row;
  }

  @Override
  public int getRowOffset() {
    return offset;
  }

  @Override
  public short getRowLength() {
    return length;
  }

  @Override
  public byte[] getFamilyArray() {
    return cell.getFamilyArray();
  }

  @Override
  public int getFamilyOffset() {
    return cell.getFamilyOffset();
  }

  @Override
  public byte getFamilyLength() {
    return cell.getFamilyLength();
  }

  @Override
  public byte[] getQualifierArray() {
    return cell.getQualifierArray();
  }

  @Override
  public int getQualifierOffset() {
    return cell.getQualifierOffset();
  }

  @Override
  public int getQualifierLength() {
    return cell.getQualifierLength();
  }

  @Override
  public long getTimestamp() {
    return timestamp;
  }

  @Override
  public byte getTypeByte() {
    return cell.getTypeByte();
  }

  @Override
  public long getSequenceId() {
    return sequenceId;
  }

  @Override
  public byte[] getValueArray() {
    return cell.getValueArray();
  }

  @Override
  public int getValueOffset() {
    return cell.getValueOffset();
  }

  @Override
  public int getValueLength() {
    return cell.getValueLength();
  }

  @Override
  public byte[] getTagsArray() {
    return cell.getTagsArray();
  }

  @Override
  public int getTagsOffset() {
    return cell.getTagsOffset();
  }

  @Override
  public int getTagsLength() {
    return cell.getTagsLength();
  }

  @Override
  public void setTimestamp(long timestamp) {
    this.timestamp = timestamp;
  }

  @Override
  public void setTimestamp(byte[] timestamp) {
    this.timestamp = Bytes.toLong(timestamp);
  }

  @Override
  public void setSequenceId(long sequenceId) {
    this.sequenceId = sequenceId;
  }

  /**
   * Writes the cell as it is sent; of a {@code KeyValue} all that follows the row is written at
   * once.
   */
  @Override
  public int write(OutputStream out, boolean withTags) throws IOException {
    if (!(cell instanceof KeyValue below) || timestamp != below.getTimestamp()) {
      return ExtendedCell.super.write(out, withTags);
    }
    int size = below.getSerializedSize(withTags);
    int rest = below.getFamilyOffset() - KeyValue.FAMILY_LENGTH_SIZE;
    ByteBufferUtils.putInt(out, below.getKeyLength() - below.getRowLength() + length);
    ByteBufferUtils.putInt(out, below.getValueLength());
    StreamUtils.writeShort(out, length);
    out.write(row, offset, length);
    out.write(below.getBuffer(), rest, below.getOffset() + size - rest);
    return size - below.getRowLength() + length;
  }

  @Override
  public int getSerializedSize(boolean withTags) {
    return cell instanceof KeyValue below
        ? below.getSerializedSize(withTags) - below.getRowLength() + length
        : ExtendedCell.super.getSerializedSize(withTags);
  }

  /** Size on the heap: this object, its row, and the cell below it. */
  @Override
  public long heapSize() {
    return OVERHEAD + ClassSize.sizeOfByteArray(length) + cell.heapSize();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cell that && CellUtil.equals(this, that);
  }

  @Override
  public int hashCode() {
    return CellHash.of(this);
  }

  @Override
  public String toString() {
    return CellUtil.toString(this, false);
  }
}
