package io.halite.filters.cell;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.util.ByteBufferUtils;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ClassSize;

/**
 * A cell that shows another row over a cell in byte buffers, on or off the heap, as {@link
 * RekeyedCell} does over a cell in arrays. HBase distinguishes the two kinds by class, and reads
 * buffers and positions of this kind; the array methods copy, as in all cells of this kind.
 *
 * <p>Row buffer and cell must not change while this cell is in use. Timestamp and sequence id are
 * its own. Not thread-safe while it is stamped.
 */
public final class RekeyedByteBufferCell extends ByteBufferExtendedCell {
  private static final int OVERHEAD =
      ClassSize.align(
          ClassSize.OBJECT + 2 * ClassSize.REFERENCE + 2 * Bytes.SIZEOF_INT + 2 * Long.BYTES);

  private final ByteBuffer row;
  private final int position;
  private final short length;
  private final ByteBufferExtendedCell cell;
  private long timestamp;
  private long sequenceId;

  /**
   * The given cell under the row {@code row[position .. position + length)}; the buffer's own
   * position and limit do not matter, only its capacity.
   *
   * @throws IndexOutOfBoundsException if the row does not lie inside the buffer
   * @throws IllegalArgumentException if the row is longer than {@value Short#MAX_VALUE} bytes
   */
  public RekeyedByteBufferCell(
      ByteBuffer row, int position, int length, ByteBufferExtendedCell cell) {
    Objects.checkFromIndexSize(position, length, row.capacity());
    this.row = row;
    this.position = position;
    this.length = RekeyedCell.rowLength(length);
    this.cell = cell;
    this.timestamp = cell.getTimestamp();
    this.sequenceId = cell.getSequenceId();
  }

  @Override
  public byte[] getRowArray() {
    return CellUtil.cloneRow(this);
  }

  @Override
  public int getRowOffset() {
    return 0;
  }

  @Override
  public short getRowLength() {
    return length;
  }

  @Override
  public ByteBuffer getRowByteBuffer() {
    return row;
  }

  @Override
  public int getRowPosition() {
    return position;
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
  public ByteBuffer getFamilyByteBuffer() {
    return cell.getFamilyByteBuffer();
  }

  @Override
  public int getFamilyPosition() {
    return cell.getFamilyPosition();
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
  public ByteBuffer getQualifierByteBuffer() {
    return cell.getQualifierByteBuffer();
  }

  @Override
  public int getQualifierPosition() {
    return cell.getQualifierPosition();
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
  public ByteBuffer getValueByteBuffer() {
    return cell.getValueByteBuffer();
  }

  @Override
  public int getValuePosition() {
    return cell.getValuePosition();
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
  public ByteBuffer getTagsByteBuffer() {
    return cell.getTagsByteBuffer();
  }

  @Override
  public int getTagsPosition() {
    return cell.getTagsPosition();
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

  /** Written from the buffers: the inherited form copies value and tags to arrays first. */
  @Override
  public int write(OutputStream out, boolean withTags) throws IOException {
    ByteBufferUtils.putInt(out, KeyValueUtil.keyLength(this));
    ByteBufferUtils.putInt(out, getValueLength());
    PrivateCellUtil.writeFlatKey(this, out);
    PrivateCellUtil.writeValue(out, this, getValueLength());
    int tags = getTagsLength();
    if (withTags && tags > 0) {
      out.write(tags >>> 8);
      out.write(tags);
      PrivateCellUtil.writeTags(out, this, tags);
    }
    return getSerializedSize(withTags);
  }

  /** Size on the heap: this object, its row, and the cell below it. */
  @Override
  public long heapSize() {
    return OVERHEAD + length + cell.heapSize();
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
