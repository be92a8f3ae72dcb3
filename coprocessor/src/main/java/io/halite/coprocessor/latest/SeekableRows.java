package io.halite.coprocessor.latest;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/** The rows of a region in stored order, as a scan sees them, with jumps ahead. */
interface SeekableRows {
  /**
   * The outcome of {@link #next}: a row, the end, or no row before the time limit.
   *
   * @param row that row; where the rows end between two ranges, one of those that lie there, behind
   *     which a jump may go on; no bytes where they end for good
   */
  record Step(Kind kind, byte[] row, List<Cell> cells) {
    static final Step END = new Step(Kind.END, new byte[0], List.of());

    /** Which of the three it is. */
    enum Kind {
      ROW,
      INTERRUPTED,
      END
    }

    /** Makes an end between two ranges, at a row of neither. */
    static Step endAt(byte[] row) {
      return new Step(Kind.END, row, List.of());
    }

    /** Makes a step to a row. */
    static Step of(byte[] row, List<Cell> cells) {
      return new Step(Kind.ROW, row, cells);
    }

    /** Makes a step for the time limit: all rows before {@code row} have been returned. */
    static Step interruptedAt(byte[] row) {
      return new Step(Kind.INTERRUPTED, row, List.of());
    }

    boolean interrupted() {
      return kind == Kind.INTERRUPTED;
    }

    boolean isEnd() {
      return kind == Kind.END;
    }
  }

  /** Returns the next row that has cells. */
  Step next() throws IOException;

  /** Goes ahead to the first row at or after {@code row}; never back. */
  void seek(byte[] row) throws IOException;
}
