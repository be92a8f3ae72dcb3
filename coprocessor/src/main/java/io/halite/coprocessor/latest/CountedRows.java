package io.halite.coprocessor.latest;

import io.halite.coprocessor.latest.SeekableRows.Step;
import io.halite.keys.KeyBytes;
import io.halite.routing.latest.Work;
import java.io.IOException;
import java.util.Arrays;

/** The rows of a page, one at a time: counted, with one that was read and is not used yet. */
final class CountedRows {
  private final SeekableRows rows;
  private final byte[] pageStart;
  private Step step = Step.END;
  // Whether step was read and has not been used.
  private boolean ready;
  private long rowsRead;
  private long cellsRead;
  private long seeks;

  /**
   * Counts rows.
   *
   * @param pageStart where {@code rows} were opened
   */
  CountedRows(SeekableRows rows, byte[] pageStart) {
    this.rows = rows;
    this.pageStart = pageStart;
  }

  /** Reads the next row, unless the last one was not used. */
  Step read() throws IOException {
    if (!ready) {
      step = rows.next();
      ready = true;
      if (!step.isEnd() && !step.interrupted()) {
        count(step);
      }
    }
    return step;
  }

  /** Uses the row: the next {@link #read} reads another. */
  void use() {
    ready = false;
  }

  /** Ends the rows of a range; a jump may follow. */
  void end() {
    step = Step.END;
    ready = true;
  }

  /** Jumps to a row, which lies ahead. */
  void seek(byte[] row) throws IOException {
    rows.seek(row);
    seeks++;
    ready = false;
  }

  /** Goes to a row, unless the rows are already there or beyond it. */
  void goTo(byte[] row) throws IOException {
    boolean atStart = rowsRead == 0 && seeks == 0 && Arrays.equals(row, pageStart);
    boolean placed = ready && (!step.isEnd() || step.row().length > 0);
    boolean beyond = placed && KeyBytes.compare(step.row(), row) >= 0;
    if (!atStart && !beyond) {
      seek(row);
    }
  }

  /** Counts a row that was read elsewhere. */
  void count(Step row) {
    rowsRead++;
    cellsRead += row.cells().size();
  }

  /** Counts a jump that was made elsewhere. */
  void countJump() {
    seeks++;
  }

  Work work() {
    return new Work(rowsRead, cellsRead, seeks);
  }
}
