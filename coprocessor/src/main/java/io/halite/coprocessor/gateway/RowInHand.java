package io.halite.coprocessor.gateway;

import io.halite.routing.merge.ScanMemory;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * The row that a scan hands out, or a piece of a large one, cell by cell. The scan holds it until
 * it has handed all of it out; then it is HBase's, as on a plain table.
 *
 * <p>If the client had a piece of a row before the call, the row is held until the next call: the
 * answer with its other cells may get lost, and the client come again for them. Not thread-safe,
 * but for {@link #inPieces}.
 */
final class RowInHand {
  private final ScanMemory memory;
  private Result current = Result.EMPTY_RESULT;
  private List<Cell> cells = List.of();

  /** How many of the cells have been handed out. */
  private int given;

  private long bytes;

  /** Whether all cells of the row are known. */
  private boolean whole;

  /** Whether the client expects more cells after its last piece. */
  private boolean inRow;

  /** The row that the client had a piece of when its call began. */
  private Optional<Result> atCall = Optional.empty();

  /** The bytes of {@link #atCall} once that is not the current row. */
  private long bytesAtCall;

  /** The bytes that count as memory of scans. */
  private long counted;

  private volatile List<Result> inPieces = List.of();

  /** No row. */
  RowInHand(ScanMemory memory) {
    this.memory = memory;
  }

  /** A call of the client begins, which has received the answers to all calls before. */
  void beginCall() {
    atCall = half();
    bytesAtCall = 0;
    inPieces = atCall.stream().toList();
    count();
  }

  /** A part of the answer is complete. */
  void endStep() {
    inPieces = Stream.concat(atCall.stream(), half().stream()).distinct().toList();
  }

  /**
   * Returns the rows that the client may have a piece of and not the rest, as far as they are
   * wholly known. Any thread may ask.
   */
  List<Result> inPieces() {
    return inPieces;
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
    if (atCall.filter(current::equals).isPresent()) {
      bytesAtCall = bytes;
    }
    current = next;
    cells = next.isEmpty() ? List.of() : List.of(next.rawCells());
    given = 0;
    inRow = false;
    bytes = Result.getTotalSizeOfCells(next);
    count();
  }

  private void count() {
    long now = bytes + bytesAtCall;
    memory.add(now - counted);
    counted = now;
  }

  /** Hands out the next cell, one of those that are known. */
  Cell give() {
    return cells.get(given++);
  }

  /**
   * Ends a piece after which the client expects more cells, even if none follow. It may come back
   * for them, and then receives the row as it was at one time.
   */
  void endInRow() {
    inRow = true;
  }

  /** Whether the client expects more cells after the last piece, even if none follow. */
  boolean endsInRow() {
    return inRow;
  }

  /** Holds the row no longer, but for the answer that has begun with it. */
  void letGo() {
    set(Result.EMPTY_RESULT);
  }

  /** The row, if the client has pieces of it and may want others, and all of them are known. */
  private Optional<Result> half() {
    return whole && given > 0 && (inRow || !isGiven()) ? Optional.of(current) : Optional.empty();
  }
}
