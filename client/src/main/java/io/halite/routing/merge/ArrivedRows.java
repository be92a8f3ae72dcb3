package io.halite.routing.merge;

import io.halite.routing.host.SummedMetrics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one image that have arrived and that the merge has not taken. An owner may send a row
 * in pieces, since its answers end in the middle of large rows.
 *
 * <p>The pieces {@code 61 a}, {@code 61 b c} and {@code 62 a} are the row {@code 61 a b c} and the
 * row {@code 62 a}, which may have more cells: it is <em>open</em>. The merge takes a row when it
 * is whole. If the scan has a batch, the merge takes a row of more than 4 MiB in pieces; each but
 * the last has a multiple of the batch's cells, and is followed by at least one cell.
 *
 * <p>Not thread-safe.
 */
final class ArrivedRows {
  /** The size, as an owner sends it, from which a scan with a batch takes a row in pieces. */
  private static final long LARGE_ROW = 4L << 20;

  /** Rows of up to this size come ahead in parallel, though they are larger than the read-ahead. */
  private static final long SMALL_ROW = 256 << 10;

  private final ScanMemory memory;
  private final ArrivedBytes bytes;
  private final int batch;
  private final long largeRow;
  private final SummedMetrics metrics = new SummedMetrics();
  private final Deque<Arrived> results = new ArrayDeque<>();
  private First first = First.NONE;
  private Optional<byte[]> openRow = Optional.empty();

  /** The last cell that the merge has taken, if the rest of its row is still to be taken. */
  private Optional<Cell> taken = Optional.empty();

  /**
   * The pieces of the first row, which are counted as they arrive: a row of 100 MB may come in
   * 100,000 of them, and after each one the merge asks whether the row is whole.
   */
  private record First(int pieces, int cells, long size) {
    static final First NONE = new First(0, 0, 0);

    First and(Arrived piece) {
      return new First(pieces + 1, cells + piece.result().size(), size + piece.sent());
    }
  }

  /** No rows; large rows are taken in pieces if {@code batch} is not 0. */
  ArrivedRows(ScanMemory memory, int batch) {
    this(memory, batch, LARGE_ROW);
  }

  /** The same with another size from which a row is large. */
  ArrivedRows(ScanMemory memory, int batch, long largeRow) {
    this.memory = memory;
    this.bytes = new ArrivedBytes(memory);
    this.batch = batch;
    this.largeRow = largeRow;
  }

  boolean isEmpty() {
    return results.isEmpty();
  }

  /** The first row, or a piece of it, or null if there is none. */
  @Nullable Result peek() {
    Arrived begin = results.peek();
    return begin == null ? null : begin.result();
  }

  /** The same when all rows have been given that were taken ahead. */
  @Nullable Result next() {
    bytes.settle();
    return peek();
  }

  /** The size of all rows in bytes, as an owner sends them. */
  long bytes() {
    return bytes.ahead();
  }

  /** Adds a row or a piece of one, without the cells that the merge has taken before. */
  void add(Result arrived) {
    openRow = arrived.mayHaveMoreCellsInRow() ? Optional.of(arrived.getRow()) : Optional.empty();
    Result rest = taken.isEmpty() ? arrived : behind(taken.get(), arrived);
    if (!rest.isEmpty()) {
      Arrived last = counted(rest);
      if (first.pieces() == results.size() && isOfFirst(last)) {
        first = first.and(last);
      }
      results.add(last);
    }
  }

  private boolean isOfFirst(Arrived arrived) {
    Arrived begin = results.peek();
    return begin == null || arrived.isOfRow(begin.result().rawCells()[0]);
  }

  /**
   * Counts again when another row is the first one, or less of it has arrived. A first row that is
   * one result, as most rows are, needs no count.
   */
  private void countFirst() {
    first = First.NONE;
    if (isFirstWhole()) {
      return;
    }
    for (Arrived arrived : results) {
      if (!isOfFirst(arrived)) {
        break;
      }
      first = first.and(arrived);
    }
  }

  private static Result behind(Cell taken, Result arrived) {
    if (!isOfRow(taken, arrived)) {
      return arrived;
    }
    List<Cell> behind = new ArrayList<>();
    for (Cell cell : arrived.rawCells()) {
      if (CellComparator.getInstance().compareWithoutRow(cell, taken) > 0) {
        behind.add(cell);
      }
    }
    return new SummedMetrics().add(arrived).moveTo(piece(behind, arrived));
  }

  private static boolean isOfRow(Cell cell, Result result) {
    return CellUtil.matchingRows(cell, result.rawCells()[0]);
  }

  /** Cells of a result, which may be followed by others of their row if the result may. */
  private static Result piece(List<Cell> cells, Result of) {
    return Result.create(
        cells.toArray(Cell[]::new), null, of.isStale(), of.mayHaveMoreCellsInRow());
  }

  private Arrived counted(Result result) {
    Arrived arrived = Arrived.of(result, memory);
    bytes.add(arrived);
    return arrived;
  }

  /** No more cells of the last row arrive. */
  void end() {
    openRow = Optional.empty();
  }

  /** Whether the last row may have more cells, and the merge has taken none of it. */
  boolean isOpenAndUntouched() {
    return openRow.isPresent() && !isTakenInPart(openRow.get());
  }

  private boolean isTakenInPart(byte[] row) {
    return taken.isPresent() && CellUtil.matchingRows(taken.get(), row);
  }

  /** Drops what has arrived of the last row if it may have more cells: it will be read again. */
  void dropOpenRow() {
    if (openRow.isPresent()) {
      while (!results.isEmpty()
          && CellUtil.matchingRows(results.peekLast().result().rawCells()[0], openRow.get())) {
        bytes.remove(results.removeLast());
      }
      openRow = Optional.empty();
      countFirst();
    }
  }

  /** Drops everything. */
  void clear() {
    results.clear();
    first = First.NONE;
    bytes.clear();
  }

  /**
   * Whether the first row has arrived in part and is to be read to its end: the merge waits for it,
   * or it may well be small and memory is not short.
   */
  boolean needsMore(boolean awaited) {
    if (isFirstWhole() || isWhole() || isCuttable()) {
      return false;
    }
    return awaited || (bytes() < SMALL_ROW && !bytes.isMemoryShort());
  }

  /**
   * Moves the first row to {@code turn}, and those behind it that fit: at most {@code most} rows,
   * which have {@code size} bytes together. A row that is not one result, or a piece of it, comes
   * alone. All but the first are taken ahead, and count until the next call.
   *
   * @return whether any was moved; false if there is none, or if more of it has to arrive before
   */
  boolean take(Queue<Result> turn, int most, long size) {
    if (isEmpty()) {
      return false;
    }
    bytes.settle();
    if (isFirstWhole()) {
      long least = bytes() - size;
      turn.add(remove());
      for (int moved = 1;
          moved < most && isFirstWhole() && hasFirstUpTo(bytes() - least);
          moved++) {
        turn.add(lend());
      }
      countFirst();
      return true;
    }
    if (isWhole()) {
      taken = Optional.empty();
      turn.add(whole());
      countFirst();
      return true;
    }
    return isCuttable() && turn.add(cut());
  }

  /** Whether the first row is one result, as most rows are. */
  private boolean isFirstWhole() {
    Result begin = peek();
    return begin == null || (taken.isEmpty() && !begin.mayHaveMoreCellsInRow());
  }

  /** Whether there is a first result, and it has at most so many bytes. */
  private boolean hasFirstUpTo(long size) {
    Arrived begin = results.peek();
    return begin != null && begin.sent() <= size;
  }

  private Result remove() {
    Arrived begin = results.remove();
    bytes.remove(begin);
    return begin.result();
  }

  private Result lend() {
    Arrived begin = results.remove();
    bytes.lend(begin);
    return begin.result();
  }

  private boolean isWhole() {
    return first.pieces() < results.size() || openRow.isEmpty();
  }

  private Result whole() {
    List<Cell> cells = new ArrayList<>(first.cells());
    boolean stale = false;
    for (int i = 0; i < first.pieces(); i++) {
      Result piece = remove();
      metrics.add(piece);
      cells.addAll(List.of(piece.rawCells()));
      stale |= piece.isStale();
    }
    return metrics.moveTo(Result.create(cells.toArray(Cell[]::new), null, stale, false));
  }

  private boolean isCuttable() {
    return batch > 0
        && first.cells() > batch
        && (isTakenInPart(results.element().result().getRow()) || first.size() >= largeRow);
  }

  /** Removes as many batches as the pieces hold, but for one cell that follows them. */
  private Result cut() {
    int room = (first.cells() - 1) / batch * batch;
    List<Cell> cut = new ArrayList<>(room);
    Result last = Result.EMPTY_RESULT;
    while (cut.size() < room) {
      last = remove();
      metrics.add(last);
      List<Cell> cells = List.of(last.rawCells());
      int count = Math.min(cells.size(), room - cut.size());
      cut.addAll(cells.subList(0, count));
      if (count < cells.size()) {
        results.addFirst(counted(piece(cells.subList(count, cells.size()), last)));
      }
    }
    // At most a batch of cells is counted again, and as many have gone.
    countFirst();
    taken = Optional.of(cut.get(room - 1));
    return metrics.moveTo(Result.create(cut.toArray(Cell[]::new), null, last.isStale(), true));
  }
}
