package io.halite.routing.merge;

import io.halite.filters.cell.CellSize;
import io.halite.routing.host.SummedMetrics;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Cuts rows into pieces, as HBase's client gives them of a plain table: each piece but the last of
 * its row says that the row may have more cells.
 *
 * <p>With two cells to a piece, the row {@code 61 a b c} comes as {@code 61 a b}, which may have
 * more cells, and {@code 61 c}. All pieces of a row come in succession; the first has the query
 * metrics of the row. One reader at a time; any thread may call {@link #close}.
 */
public final class CutRows implements ArrivingRows {
  private final ArrivingRows rows;
  private final int mostCells;
  private final long mostBytes;
  private final SummedMetrics metrics = new SummedMetrics();
  private Result current = Result.EMPTY_RESULT;
  private int given;

  /**
   * Cuts the rows of {@code rows}.
   *
   * @param mostCells the most cells of a piece
   * @param mostBytes the bytes after which a piece ends, as HBase counts those of cells; it has one
   *     cell at least
   */
  public CutRows(ArrivingRows rows, int mostCells, long mostBytes) {
    this.rows = rows;
    this.mostCells = mostCells;
    this.mostBytes = mostBytes;
  }

  @Override
  public @Nullable Result poll() throws IOException {
    if (given == current.size()) {
      Result next = rows.poll();
      if (next == null) {
        return null;
      }
      current = next;
      given = 0;
    }
    int from = given;
    given = end(from);
    if (from == 0) {
      if (given == current.size()) {
        return current;
      }
      metrics.add(current);
    }
    return metrics.moveTo(
        Result.create(
            Arrays.copyOfRange(current.rawCells(), from, given),
            null,
            current.isStale(),
            given < current.size() || current.mayHaveMoreCellsInRow()));
  }

  /** Where the piece ends that begins with this cell. */
  private int end(int from) {
    long bytes = 0;
    int at = from;
    while (at < current.size() && at - from < mostCells && bytes < mostBytes) {
      Cell cell = current.rawCells()[at];
      bytes += CellSize.inMemstore(cell);
      at++;
    }
    return at;
  }

  @Override
  public boolean isExhausted() {
    return given == current.size() && rows.isExhausted();
  }

  @Override
  public boolean isBehind() {
    return rows.isBehind();
  }

  @Override
  public void await(long millis) throws InterruptedException {
    rows.await(millis);
  }

  @Override
  public void leave() {
    rows.leave();
  }

  @Override
  public void close() {
    rows.close();
  }
}
