package io.halite.filters.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.filter.BinaryComparator;

/** A rekeyed cell is indistinguishable from a KeyValue made with that row. */
class RekeyedCellProperties {
  private static final List<KeyValue.Type> TYPES =
      List.of(
          KeyValue.Type.Put,
          KeyValue.Type.Delete,
          KeyValue.Type.DeleteColumn,
          KeyValue.Type.DeleteFamily,
          KeyValue.Type.DeleteFamilyVersion,
          KeyValue.Type.Maximum);

  /** Everything of a cell but its row. */
  record Rest(
      byte[] family,
      byte[] qualifier,
      long timestamp,
      KeyValue.Type type,
      byte[] value,
      List<Tag> tags,
      long sequenceId) {
    KeyValue under(byte[] row) {
      KeyValue made = new KeyValue(row, family, qualifier, timestamp, type, value, tags);
      made.setSequenceId(sequenceId);
      return made;
    }
  }

  private static Arbitrary<byte[]> bytes(int min, int max) {
    return Arbitraries.bytes().array(byte[].class).ofMinSize(min).ofMaxSize(max);
  }

  @Provide
  Arbitrary<byte[]> rows() {
    return bytes(1, 12);
  }

  @Provide
  Arbitrary<Rest> rests() {
    Arbitrary<Tag> tag =
        Combinators.combine(Arbitraries.bytes().greaterOrEqual((byte) 64), bytes(0, 6))
            .as(ArrayBackedTag::new);
    return Combinators.combine(
            bytes(0, 3),
            bytes(0, 8),
            Arbitraries.longs().greaterOrEqual(0).edgeCases(e -> e.add(Long.MAX_VALUE)),
            Arbitraries.of(TYPES),
            bytes(0, 20),
            tag.list().ofMaxSize(3),
            Arbitraries.longs().between(0, 1000))
        .as(Rest::new);
  }

  @Property
  void heapCellUnderAnotherRowIsThatKeyValue(
      @ForAll("rows") byte[] row, @ForAll("rows") byte[] other, @ForAll("rests") Rest rest)
      throws IOException {
    byte[] padded = Arrays.copyOf(new byte[] {9, 9, 9}, 3 + row.length + 2);
    System.arraycopy(row, 0, padded, 3, row.length);
    KeyValue expected = rest.under(row);
    assertSame(new RekeyedCell(row, rest.under(other)), expected);
    assertSame(new RekeyedCell(padded, 3, row.length, shifted(rest.under(other))), expected);
    assertSame(new RekeyedCell(row, offHeap(rest.under(other))), expected);
  }

  @Property
  void copiedCellIsThatKeyValue(
      @ForAll("rows") byte[] row, @ForAll("rows") byte[] other, @ForAll("rests") Rest rest)
      throws IOException {
    KeyValue expected = rest.under(row);
    assertSame(CopiedCell.of(row, rest.under(other)), expected);
    assertSame(CopiedCell.of(row, shifted(rest.under(other))), expected);
    assertSame(CopiedCell.of(row, offHeap(rest.under(other))), expected);
  }

  @Property
  void bufferCellUnderAnotherRowIsThatKeyValue(
      @ForAll("rows") byte[] row, @ForAll("rows") byte[] other, @ForAll("rests") Rest rest)
      throws IOException {
    ByteBuffer direct = ByteBuffer.allocateDirect(row.length + 5);
    for (int i = 0; i < row.length; i++) {
      direct.put(5 + i, row[i]);
    }
    assertSame(
        new RekeyedByteBufferCell(direct, 5, row.length, offHeap(rest.under(other))),
        rest.under(row));
  }

  @Property
  void unsaltedCellIsTheKeyValueOfItsNaturalRow(
      @ForAll @Size(max = 4) byte[] prefix, @ForAll("rows") byte[] row, @ForAll("rests") Rest rest)
      throws IOException {
    byte[] stored = Arrays.copyOf(prefix, prefix.length + row.length);
    System.arraycopy(row, 0, stored, prefix.length, row.length);
    KeyValue expected = rest.under(row);
    assertSame(UnsaltedCell.of(rest.under(stored), prefix.length), expected);
    assertSame(UnsaltedCell.of(shifted(rest.under(stored)), prefix.length), expected);
    assertSame(UnsaltedCell.of(offHeap(rest.under(stored)), prefix.length), expected);
  }

  @Property
  void orderAgainstAnyOtherCellIsThatOfTheKeyValue(
      @ForAll("rows") byte[] row,
      @ForAll("rests") Rest rest,
      @ForAll("rows") byte[] otherRow,
      @ForAll("rests") Rest otherRest) {
    KeyValue other = otherRest.under(otherRow);
    int expected = Integer.signum(CellComparator.getInstance().compare(rest.under(row), other));
    for (Cell cell : views(row, rest)) {
      assertThat(Integer.signum(CellComparator.getInstance().compare(cell, other)))
          .isEqualTo(expected);
      assertThat(Integer.signum(CellComparator.getInstance().compare(other, cell)))
          .isEqualTo(-expected);
      assertThat(Integer.signum(CellComparator.getInstance().compare(cell, offHeap(other))))
          .isEqualTo(expected);
      assertThat(Integer.signum(PrivateCellUtil.compareRow(cell, new BinaryComparator(otherRow))))
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(otherRow, row)));
    }
  }

  @Property
  void stampingTouchesTheViewAlone(
      @ForAll("rows") byte[] row, @ForAll("rests") Rest rest, @ForAll @IntRange(min = 1) int now)
      throws IOException {
    KeyValue source =
        new KeyValue(row, rest.family, rest.qualifier, HConstants.LATEST_TIMESTAMP, rest.type);
    for (ExtendedCell cell :
        List.of(new RekeyedCell(row, source), UnsaltedCell.of(offHeap(source), 1))) {
      assertThat(PrivateCellUtil.updateLatestStamp(cell, now)).isTrue();
      assertThat(cell.getTimestamp()).isEqualTo(now);
      PrivateCellUtil.setTimestamp(cell, new byte[] {0, 0, 0, 0, 0, 0, 1, 2});
      assertThat(cell.getTimestamp()).isEqualTo(258);
      PrivateCellUtil.setSequenceId(cell, 77);
      assertThat(cell.getSequenceId()).isEqualTo(77);
      assertThat(cell.deepClone().getTimestamp()).isEqualTo(258);
      assertThat(cell.deepClone().getSequenceId()).isEqualTo(77);
    }
    assertThat(source.getTimestamp()).isEqualTo(HConstants.LATEST_TIMESTAMP);
  }

  @Example
  void rowShorterThanItsPrefixIsRefusedByName() {
    KeyValue cell = new KeyValue(new byte[] {7}, new byte[] {'f'}, null, 1, new byte[0]);
    assertThatThrownBy(() -> UnsaltedCell.of(cell, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 07 of 1 bytes")
        .hasMessageContaining("prefix of 2 bytes");
  }

  @Example
  void rowTooLongForACellIsRefused() {
    KeyValue cell = new KeyValue(new byte[] {7}, new byte[] {'f'}, null, 1, new byte[0]);
    assertThatThrownBy(() -> new RekeyedCell(new byte[32768], cell))
        .hasMessageContaining("32768 bytes");
    assertThatThrownBy(() -> new RekeyedCell(new byte[3], 2, 2, cell))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static List<ExtendedCell> views(byte[] row, Rest rest) {
    byte[] stored = new byte[row.length + 2];
    System.arraycopy(row, 0, stored, 2, row.length);
    return List.of(
        new RekeyedCell(row, rest.under(stored)),
        UnsaltedCell.of(rest.under(stored), 2),
        UnsaltedCell.of(offHeap(rest.under(stored)), 2));
  }

  /** The same cell inside a larger array, so that its offset is not 0. */
  private static KeyValue shifted(KeyValue cell) {
    byte[] larger = new byte[cell.getLength() + 11];
    System.arraycopy(cell.getBuffer(), cell.getOffset(), larger, 7, cell.getLength());
    KeyValue shifted = new KeyValue(larger, 7, cell.getLength());
    shifted.setSequenceId(cell.getSequenceId());
    return shifted;
  }

  private static ByteBufferKeyValue offHeap(KeyValue cell) {
    ByteBuffer direct = ByteBuffer.allocateDirect(cell.getLength() + 11);
    for (int i = 0; i < cell.getLength(); i++) {
      direct.put(7 + i, cell.getBuffer()[cell.getOffset() + i]);
    }
    return new ByteBufferKeyValue(direct, 7, cell.getLength(), cell.getSequenceId());
  }

  private static void assertSame(ExtendedCell cell, KeyValue expected) throws IOException {
    assertThat(encoded(new KeyValueCodec(), cell))
        .isEqualTo(encoded(new KeyValueCodec(), expected));
    assertThat(encoded(new KeyValueCodecWithTags(), cell))
        .isEqualTo(encoded(new KeyValueCodecWithTags(), expected));
    assertThat(cell.getSerializedSize()).isEqualTo(expected.getSerializedSize());
    assertThat(cell.getSerializedSize(false)).isEqualTo(expected.getSerializedSize(false));
    ByteBuffer written = ByteBuffer.allocate(cell.getSerializedSize(true) + 3);
    cell.write(written, 3);
    assertThat(Arrays.copyOfRange(written.array(), 3, written.capacity()))
        .isEqualTo(
            Arrays.copyOfRange(
                expected.getBuffer(),
                expected.getOffset(),
                expected.getOffset() + expected.getLength()));
    for (Cell copy : List.of(cell.deepClone(), KeyValueUtil.copyToNewKeyValue(cell))) {
      assertThat(CellUtil.equals(copy, expected)).isTrue();
      assertThat(copy.getSequenceId()).isEqualTo(expected.getSequenceId());
      assertThat(CellUtil.matchingValue(copy, expected)).isTrue();
      assertThat(PrivateCellUtil.cloneTags(copy)).isEqualTo(PrivateCellUtil.cloneTags(expected));
    }
    assertThat(KeyValueUtil.toNewKeyCell(cell).getKey())
        .isEqualTo(KeyValueUtil.toNewKeyCell(expected).getKey());
    assertThat(CellUtil.cloneRow(cell)).isEqualTo(CellUtil.cloneRow(expected));
    assertThat(CellUtil.cloneValue(cell)).isEqualTo(CellUtil.cloneValue(expected));
    assertThat(cell.getTags()).toIterable().hasSize(PrivateCellUtil.getTags(expected).size());
    assertThat(CellComparator.getInstance().compare(cell, expected)).isZero();
    assertThat(cell).isEqualTo(expected).hasSameHashCodeAs(expected);
    assertThat(expected.equals(cell)).isTrue();
    assertThat(cell.heapSize()).isGreaterThan(expected.getLength());
    assertThat(cell).hasToString(CellUtil.toString(expected, false));
  }

  private static byte[] encoded(Codec codec, Cell cell) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Codec.Encoder encoder = codec.getEncoder(out);
    encoder.write(cell);
    encoder.flush();
    return out.toByteArray();
  }
}
