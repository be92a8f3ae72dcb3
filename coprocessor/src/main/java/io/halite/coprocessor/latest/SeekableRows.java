package io.halite.coprocessor.latest;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/** The rows of a region in stored order, as a scan sees them, with jumps ahead. */
interface SeekableRows {
  /** The outcome of {@link #next}: a row, the end, or no row before the time limit. */
  record Step(byte[] row, List<Cell> cells, boolean interrupted) {
    static final Step END = new Step(null, List.of(), false);

    /** Makes a step to a row. */
    static Step of(byte[] row, List<Cell> cells) {
      return new Step(row, cells, false);
    }

    /** Makes a step for the time limit: all rows before {@code row} have been returned. */
    static Step interruptedAt(byte[] row) {
      return new Step(row, List.of(), true);
    }

    boolean isEnd() {
      return row == null;
    }
  }

  /** Returns the next row that has cells. */
  Step next() throws IOException;

  /** Goes ahead to the first row at or after {@code row}; never back. */
  void seek(byte[] row) throws IOException;
}
