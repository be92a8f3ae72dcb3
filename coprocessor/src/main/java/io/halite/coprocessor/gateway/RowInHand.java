package io.halite.coprocessor.gateway;

import io.halite.routing.merge.ScanMemory;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * The row that a scan hands out, or a piece of a large one, cell by cell. The scan holds it until
 * it has handed all of it out; then it is HBase's, as on a plain table. Not thread-safe.
 */
final class RowInHand {
  private final ScanMemory memory;
  private Result current = Result.EMPTY_RESULT;
  private List<Cell> cells = List.of();
  private int given;
  private long held;
  private boolean whole;

  /** No row. */
  RowInHand(ScanMemory memory) {
    this.memory = memory;
  }

  /** Whether all cells that are known have been handed out. */
  boolean isGiven() {
    return given == cells.size();
  }

  /** Whether the row may have more cells than those that are known. */
  boolean mayHaveMore() {
    return current.mayHaveMoreCellsInRow();
  }

  /** Takes the next row, or piece, in hand; returns whether another row begins with it. */
  boolean take(Result next) {
    boolean continues =
        mayHaveMore() && CellUtil.matchingRows(current.rawCells()[0], next.rawCells()[0]);
    whole = !continues && !next.mayHaveMoreCellsInRow();
    set(next);
    return !continues;
  }

  private void set(Result next) {
    current = next;
    cells = next.isEmpty() ? List.of() : List.of(next.rawCells());
    given = 0;
    long bytes = Result.getTotalSizeOfCells(next);
    memory.add(bytes - held);
    held = bytes;
  }

  /** Hands out the next cell, one of those that are known. */
  Cell give() {
    return cells.get(given++);
  }

  /** Holds no row any longer. */
  void letGo() {
    set(Result.EMPTY_RESULT);
  }

  /** The row, if a piece of it has been handed out, and all others are known. */
  Optional<Result> half() {
    return whole && given > 0 && !isGiven() ? Optional.of(current) : Optional.empty();
  }
}
