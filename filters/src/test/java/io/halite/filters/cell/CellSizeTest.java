package io.halite.filters.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellSizeTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 100, 70_000})
  void aCellOfAnyKindCountsAsOneOfAMemstore(int value) {
    byte[] f = Bytes.toBytes("f");
    KeyValue cell = new KeyValue(new byte[] {0, 1}, f, f, new byte[value]);
    KeyValue natural = new KeyValue(new byte[] {1}, f, f, new byte[value]);
    // A memstore has it in a part of a chunk.
    ByteBuffer chunk = ByteBuffer.wrap(natural.getBuffer());
    long heap = new ByteBufferKeyValue(chunk, 0, natural.getLength()).heapSize();
    assertThat(CellSize.inMemstore(natural)).isEqualTo(heap);
    assertThat(CellSize.inMemstore(UnsaltedCell.of(cell, 1))).isEqualTo(heap);
    assertThat(CellSize.inMemstore(new RekeyedCell(new byte[] {1}, cell))).isEqualTo(heap);
  }
}
