package io.halite.routing.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
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
  /** The size from which a scan with a batch takes a row in pieces. */
  private static final long LARGE_ROW = 4L << 20;

  private final ScanMemory memory;
  private final int batch;
  private final long largeRow;
  private final Deque<Result> results = new ArrayDeque<>();
  private long bytes;
  private long held;
  private Optional<byte[]> openRow = Optional.empty();

  /** The last cell that the merge has taken of a row that it has not taken to its end. */
  private Optional<Cell> taken = Optional.empty();

  /** No rows; large rows are taken in pieces if {@code batch} is not 0. */
  ArrivedRows(ScanMemory memory, int batch) {
    this(memory, batch, LARGE_ROW);
  }

  /** The same with another size from which a row is large. */
  ArrivedRows(ScanMemory memory, int batch, long largeRow) {
    this.memory = memory;
    this.batch = batch;
    this.largeRow = largeRow;
  }

  boolean isEmpty() {
    return results.isEmpty();
  }

  /** The first row, or a piece of it, or null if there is none. */
  @Nullable Result peek() {
    return results.peek();
  }

  /** The size of all rows in bytes, as an owner sends them. */
  long bytes() {
    return bytes;
  }

  /** Adds a row or a piece of one, without the cells that the merge has taken before. */
  void add(Result arrived) {
    openRow = arrived.mayHaveMoreCellsInRow() ? Optional.of(arrived.getRow()) : Optional.empty();
    Result rest = taken.isEmpty() ? arrived : behind(taken.get(), arrived);
    if (!rest.isEmpty()) {
      results.add(counted(rest));
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
    return piece(behind, arrived);
  }

  private static boolean isOfRow(Cell cell, Result result) {
    return CellUtil.matchingRows(cell, result.rawCells()[0]);
  }

  /** Cells of a result, which may be followed by others of their row if the result may. */
  private static Result piece(List<Cell> cells, Result of) {
    return Result.create(
        cells.toArray(Cell[]::new), null, of.isStale(), of.mayHaveMoreCellsInRow());
  }

  private Result counted(Result result) {
    count(result, 1);
    return result;
  }

  private void count(Result result, int sign) {
    for (Cell cell : result.rawCells()) {
      bytes += (long) sign * cell.getSerializedSize();
    }
    long size = sign * Result.getTotalSizeOfCells(result);
    held += size;
    memory.add(size);
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
          && CellUtil.matchingRows(results.peekLast().rawCells()[0], openRow.get())) {
        count(results.removeLast(), -1);
      }
      openRow = Optional.empty();
    }
  }

  /** Drops everything. */
  void clear() {
    results.clear();
    bytes = 0;
    memory.add(-held);
    held = 0;
  }

  /** Whether the first row has arrived in part, and more of it is needed for {@link #take}. */
  boolean needsMore() {
    if (isFirstWhole()) {
      return false;
    }
    List<Result> pieces = piecesOfFirst();
    return !isWhole(pieces) && !isCuttable(pieces);
  }

  /**
   * Removes the first row and returns it, or a piece of it. Returns null if there is none, or if
   * more of it has to arrive before.
   */
  @Nullable Result take() {
    if (isFirstWhole()) {
      return remove();
    }
    List<Result> pieces = piecesOfFirst();
    if (isWhole(pieces)) {
      taken = Optional.empty();
      pieces.forEach(piece -> remove());
      return whole(pieces);
    }
    return isCuttable(pieces) ? cut(pieces) : null;
  }

  /** Whether the first row is one result, as most rows are. */
  private boolean isFirstWhole() {
    Result first = results.peek();
    return first == null || (taken.isEmpty() && !first.mayHaveMoreCellsInRow());
  }

  private @Nullable Result remove() {
    Result first = results.poll();
    if (first != null) {
      count(first, -1);
    }
    return first;
  }

  private List<Result> piecesOfFirst() {
    List<Result> pieces = new ArrayList<>();
    for (Result result : results) {
      if (!pieces.isEmpty() && !isOfRow(pieces.get(0).rawCells()[0], result)) {
        break;
      }
      pieces.add(result);
    }
    return pieces;
  }

  private boolean isWhole(List<Result> pieces) {
    return pieces.size() < results.size() || openRow.isEmpty();
  }

  private static Result whole(List<Result> pieces) {
    List<Cell> cells = new ArrayList<>(cells(pieces));
    pieces.forEach(piece -> cells.addAll(List.of(piece.rawCells())));
    boolean stale = pieces.stream().anyMatch(Result::isStale);
    return Result.create(cells.toArray(Cell[]::new), null, stale, false);
  }

  private boolean isCuttable(List<Result> pieces) {
    return batch > 0
        && cells(pieces) > batch
        && (isTakenInPart(pieces.get(0).getRow()) || size(pieces) >= largeRow);
  }

  private static int cells(List<Result> pieces) {
    return pieces.stream().mapToInt(Result::size).sum();
  }

  private static long size(List<Result> pieces) {
    return pieces.stream().mapToLong(Result::getTotalSizeOfCells).sum();
  }

  /** Removes as many batches as the pieces hold, but for one cell that follows them. */
  private Result cut(List<Result> pieces) {
    int room = (cells(pieces) - 1) / batch * batch;
    List<Cell> cut = new ArrayList<>(room);
    Result last = Result.EMPTY_RESULT;
    while (cut.size() < room) {
      last = results.remove();
      count(last, -1);
      List<Cell> cells = List.of(last.rawCells());
      int count = Math.min(cells.size(), room - cut.size());
      cut.addAll(cells.subList(0, count));
      if (count < cells.size()) {
        results.addFirst(counted(piece(cells.subList(count, cells.size()), last)));
      }
    }
    taken = Optional.of(cut.get(room - 1));
    return Result.create(cut.toArray(Cell[]::new), null, last.isStale(), true);
  }
}
