package io.halite.filters.natural;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.jspecify.annotations.Nullable;

/**
 * Runs a user's filter over rows that do not come in natural order, and keeps to a natural range.
 *
 * <p>Filters may end a scan at a key, leap to one, or remember the row before. None of that is
 * right where keys are scattered. So each row is judged by a filter that has seen no other, an end
 * only ends the row, and a leap to another row only leaves this one; a leap inside the row is
 * taken.
 *
 * <p>It sees natural keys, inside a {@link NaturalViewFilter}. Not thread-safe, as no filter is.
 */
final class RowLocalFilter extends FilterBase {
  private final KeyRange range;
  private final @Nullable FilterRecipe recipe;
  private @Nullable Filter filter;
  private boolean used;
  private boolean outside;
  private @Nullable Cell hint;

  /**
   * A filter that rejects rows out of the range, and those that the user's filter rejects.
   *
   * @param userFilter the filter of the user's scan; null if the scan has none
   * @param reversed whether the user's scan is, whatever the scanner
   */
  RowLocalFilter(@Nullable Filter userFilter, KeyRange range, boolean reversed) throws IOException {
    this.range = range;
    this.recipe = userFilter == null ? null : FilterRecipe.of(userFilter);
    this.filter = recipe == null ? null : recipe.fresh(reversed);
    super.setReversed(reversed);
  }

  /** Keeps the direction of the user's scan: a pass over stored rows goes forward for any. */
  @Override
  public void setReversed(boolean scanner) {}

  @Override
  public void reset() throws IOException {
    hint = null;
    outside = false;
    if (recipe == null || filter == null) {
      return;
    }
    if (used && !recipe.forgetsRows()) {
      filter = recipe.fresh(isReversed());
    }
    used = false;
    filter.reset();
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    outside =
        !range.contains(
            firstRowCell.getRowArray(), firstRowCell.getRowOffset(), firstRowCell.getRowLength());
    if (outside) {
      return true;
    }
    used = true;
    return filter != null && filter.filterRowKey(firstRowCell);
  }

  /** False: another row may pass, whatever this one made the filter decide. */
  @Override
  public boolean filterAllRemaining() {
    return false;
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    if (outside || filter == null) {
      // The cells of a rejected row are shown all the same, while it is passed over.
      return outside ? ReturnCode.NEXT_ROW : ReturnCode.INCLUDE;
    }
    used = true;
    ReturnCode code = filter.filterCell(cell);
    if (code != ReturnCode.SEEK_NEXT_USING_HINT) {
      return code;
    }
    hint = filter.getNextCellHint(cell);
    if (hint == null) {
      return ReturnCode.SKIP;
    }
    return CellUtil.matchingRows(hint, cell) ? code : ReturnCode.NEXT_ROW;
  }

  @Override
  public @Nullable Cell getNextCellHint(Cell cell) {
    return hint;
  }

  @Override
  public Cell transformCell(Cell cell) throws IOException {
    return filter == null ? cell : filter.transformCell(cell);
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    if (filter != null) {
      filter.filterRowCells(cells);
    }
  }

  @Override
  public boolean hasFilterRow() {
    return filter != null && filter.hasFilterRow();
  }

  @Override
  public boolean filterRow() throws IOException {
    return filter != null && filter.filterRow();
  }

  @Override
  public boolean isFamilyEssential(byte[] name) throws IOException {
    return filter == null || filter.isFamilyEssential(name);
  }

  @Override
  public String toString() {
    return "RowLocalFilter(" + range + ", " + filter + ")";
  }
}
