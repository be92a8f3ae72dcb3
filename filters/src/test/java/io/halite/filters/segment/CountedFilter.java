package io.halite.filters.segment;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;

/** Counts what a region asks of a filter: rows, cells, and the hints that it gets. */
final class CountedFilter extends FilterBase {
  private final Filter counted;
  long rows;
  long cells;
  long hints;

  CountedFilter(Filter counted) {
    this.counted = counted;
  }

  @Override
  public void setReversed(boolean reversed) {
    super.setReversed(reversed);
    counted.setReversed(reversed);
  }

  @Override
  public void reset() throws IOException {
    counted.reset();
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return counted.filterAllRemaining();
  }

  @Override
  public boolean filterRowKey(Cell cell) throws IOException {
    rows++;
    return counted.filterRowKey(cell);
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    cells++;
    return counted.filterCell(cell);
  }

  @Override
  public Cell getNextCellHint(Cell cell) throws IOException {
    Cell hint = counted.getNextCellHint(cell);
    hints += hint == null ? 0 : 1;
    return hint;
  }

  @Override
  public boolean hasFilterRow() {
    return counted.hasFilterRow();
  }

  @Override
  public boolean filterRow() throws IOException {
    return counted.filterRow();
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    counted.filterRowCells(cells);
  }
}
