package io.halite.filters.natural;

import io.halite.filters.host.NewerHints;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.jspecify.annotations.Nullable;

/**
 * Hands each call of the host to another filter. A subclass overrides what it changes.
 *
 * <p>Around a RowFilter that rejects {@code 41 54 4C}, {@code filterRowKey(41 54 4C)} is true, as
 * it is of the RowFilter. The hints that only newer HBase releases ask for are handed on, too. It
 * is as thread-safe as the other filter.
 */
public abstract class DelegatingFilter extends FilterBase {
  /** The filter that answers. */
  protected abstract Filter inner();

  @Override
  public void reset() throws IOException {
    inner().reset();
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return inner().filterAllRemaining();
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    return inner().filterRowKey(firstRowCell);
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    return inner().filterCell(cell);
  }

  @Override
  public @Nullable Cell transformCell(Cell cell) throws IOException {
    return inner().transformCell(cell);
  }

  @Override
  public @Nullable Cell getNextCellHint(Cell cell) throws IOException {
    return inner().getNextCellHint(cell);
  }

  /** HBase releases after 2.6.5 ask for it (HBASE-29974). */
  public @Nullable Cell getHintForRejectedRow(Cell firstRowCell) throws IOException {
    return new NewerHints(inner()).forRejectedRow(firstRowCell);
  }

  /** The same releases ask for it, for a cell that the scan itself skipped. */
  public @Nullable Cell getSkipHint(Cell skippedCell) throws IOException {
    return new NewerHints(inner()).forSkippedCell(skippedCell);
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    inner().filterRowCells(cells);
  }

  @Override
  public boolean hasFilterRow() {
    return inner().hasFilterRow();
  }

  @Override
  public boolean filterRow() throws IOException {
    return inner().filterRow();
  }

  @Override
  public boolean isFamilyEssential(byte[] name) throws IOException {
    return inner().isFamilyEssential(name);
  }

  @Override
  public void setReversed(boolean reversed) {
    inner().setReversed(reversed);
  }

  @Override
  public boolean isReversed() {
    return inner().isReversed();
  }

  @Override
  public String toString() {
    return inner().toString();
  }
}
