package io.halite.coprocessor.latest;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/** The rows of a region in stored order, as a scan sees them, with jumps ahead. */
interface SeekableRows {
  /** What {@link #next} met: a row, the end, or no row before its time was up. */
  record Step(byte[] row, List<Cell> cells, boolean interrupted) {
    static final Step END = new Step(null, List.of(), false);

    /** A row. */
    static Step of(byte[] row, List<Cell> cells) {
      return new Step(row, cells, false);
    }

    /** Time was up: all rows before {@code row} have been given. */
    static Step interruptedAt(byte[] row) {
      return new Step(row, List.of(), true);
    }

    boolean isEnd() {
      return row == null;
    }
  }

  /** The next row that has cells. */
  Step next() throws IOException;

  /** Goes ahead to the first row at or after {@code row}; never back. */
  void seek(byte[] row) throws IOException;
}
