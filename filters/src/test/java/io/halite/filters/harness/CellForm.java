package io.halite.filters.harness;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;

/** Where the bytes of a cell lie that the host hands to a filter. */
public enum CellForm {
  /** An array of its own. */
  HEAP {
    @Override
    Cell shape(KeyValue cell) {
      return cell;
    }
  },
  /** The middle of a larger array. */
  SHIFTED {
    @Override
    Cell shape(KeyValue cell) {
      byte[] larger = new byte[cell.getLength() + 11];
      System.arraycopy(cell.getBuffer(), cell.getOffset(), larger, 7, cell.getLength());
      KeyValue shifted = new KeyValue(larger, 7, cell.getLength());
      shifted.setSequenceId(cell.getSequenceId());
      return shifted;
    }
  },
  /** The middle of a buffer outside the heap. */
  OFF_HEAP {
    @Override
    Cell shape(KeyValue cell) {
      ByteBuffer direct = ByteBuffer.allocateDirect(cell.getLength() + 11);
      for (int i = 0; i < cell.getLength(); i++) {
        direct.put(7 + i, cell.getBuffer()[cell.getOffset() + i]);
      }
      return new ByteBufferKeyValue(direct, 7, cell.getLength(), cell.getSequenceId());
    }
  };

  abstract Cell shape(KeyValue cell);

  /** What the host may do with memory once the cell's result is shipped. */
  static void spoil(Cell cell) {
    if (cell instanceof ByteBufferKeyValue buffered) {
      ByteBuffer buffer = buffered.getBuffer();
      for (int i = 0; i < buffer.capacity(); i++) {
        buffer.put(i, (byte) 0x5A);
      }
    }
  }
}
