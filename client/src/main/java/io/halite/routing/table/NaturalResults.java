package io.halite.routing.table;

import io.halite.filters.cell.RekeyedCell;
import io.halite.filters.cell.UnsaltedCell;
import io.halite.keys.Salt;
import io.halite.routing.host.RequestedMetrics;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;

/**
 * Converts answers under stored keys to answers under natural keys.
 *
 * <p>No cell is copied: each is wrapped, and the wrapper shows the natural row. Under {@code
 * hash(*) % 16}, {@code 0C·41 54 4C / f:q} becomes {@code 41 54 4C / f:q}. The salt of every
 * result's row is verified: a scan can meet a row with a wrong salt, which a get by natural key
 * would never find.
 *
 * <p>Immutable and thread-safe.
 */
public final class NaturalResults {
  private final Salt salt;

  /** Results of a table salted by {@code salt}. */
  public NaturalResults(Salt salt) {
    this.salt = salt;
  }

  /**
   * The cells of one stored row, with the natural row.
   *
   * @throws io.halite.keys.RowKeyException if the row lacks its right salt
   */
  public List<Cell> cells(Cell[] stored) {
    return List.of(natural(stored));
  }

  private Cell[] natural(Cell[] stored) {
    Cell first = stored[0];
    salt.verify(first.getRowArray(), first.getRowOffset(), first.getRowLength());
    Cell[] natural = new Cell[stored.length];
    if (salt.isPrefix()) {
      for (int i = 0; i < stored.length; i++) {
        natural[i] = UnsaltedCell.of(stored[i], salt.prefixWidth());
      }
    } else {
      byte[] row = salt.unsalt(CellUtil.cloneRow(first));
      for (int i = 0; i < stored.length; i++) {
        natural[i] = new RekeyedCell(row, stored[i]);
      }
    }
    return natural;
  }

  /**
   * The same answer under natural keys; what has no cells is returned as it is.
   *
   * @throws io.halite.keys.RowKeyException if the row lacks its right salt
   */
  public Result of(Result stored) {
    return stored == null || stored.isEmpty() ? stored : of(stored, natural(stored.rawCells()));
  }

  private static Result of(Result stored, Cell[] cells) {
    Result natural = Result.create(cells, null, stored.isStale(), stored.mayHaveMoreCellsInRow());
    // Not at its creation: there HBase drops the cells of a result that has this set.
    natural.setExists(stored.getExists());
    RequestedMetrics.copy(stored, natural);
    return natural;
  }

  /**
   * The answer to a write of one row under natural keys.
   *
   * <p>An observer of the table may answer in place of the owner, or change its answer, without a
   * thought of stored keys. So cells of the natural row stay as they are. The natural key may also
   * be the stored key of another row; an answer to this write has nothing to say about that row.
   *
   * @throws io.halite.keys.RowKeyException if a cell is of another row that lacks its right salt
   */
  public Result ofWrite(Result stored, byte[] storedKey, byte[] naturalKey) {
    if (stored == null || stored.isEmpty()) {
      return stored;
    }
    Cell[] cells = stored.rawCells().clone();
    for (int i = 0; i < cells.length; i++) {
      if (CellUtil.matchingRows(cells[i], storedKey)
          || !CellUtil.matchingRows(cells[i], naturalKey)) {
        cells[i] = natural(new Cell[] {cells[i]})[0];
      }
    }
    return of(stored, cells);
  }

  /**
   * The same outcome of a conditional mutation, its result under natural keys: see {@link
   * #ofWrite(Result, byte[], byte[])}.
   *
   * @throws io.halite.keys.RowKeyException if a cell is of another row that lacks its right salt
   */
  public CheckAndMutateResult ofWrite(
      CheckAndMutateResult stored, byte[] storedKey, byte[] naturalKey) {
    return RequestedMetrics.copy(
        stored,
        new CheckAndMutateResult(
            stored.isSuccess(), ofWrite(stored.getResult(), storedKey, naturalKey)));
  }
}
