package io.halite.filters.natural;

import io.halite.filters.host.NewerHints;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.jspecify.annotations.Nullable;

/**
 * Runs a user's filter over rows that do not come in natural order, and passes only rows of a
 * natural range.
 *
 * <p>A filter may end a scan at a key, seek to a key, or remember the row before. All of these are
 * wrong if keys are scattered. So each row is judged by a filter that has seen no other row. An end
 * of the scan only ends the row, and a hint to another row only ends the row; a hint inside the row
 * is followed.
 *
 * <p>It sees natural keys, inside a {@link NaturalViewFilter}. Like every filter, it is not
 * thread-safe.
 */
final class RowLocalFilter extends FilterBase {
  private final KeyRange range;
  private final @Nullable FilterRecipe recipe;

  /** Whether rejections of a user's own filter have to last. */
  private final boolean lasting;

  private @Nullable Filter filter;
  private boolean used;
  private boolean outside;
  private @Nullable Cell hint;

  /**
   * A filter over {@code userFilter}, which may be null, that rejects rows outside the range.
   *
   * @param reversed whether the user's scan is reversed, whatever the direction of the scanner
   */
  RowLocalFilter(@Nullable Filter userFilter, KeyRange range, boolean reversed) throws IOException {
    this.range = range;
    this.recipe = userFilter == null ? null : FilterRecipe.of(userFilter);
    this.lasting = userFilter != null && FilterTree.has(userFilter, StockFilters::isUnknown);
    this.filter = recipe == null ? null : fresh(recipe, reversed);
    super.setReversed(reversed);
  }

  private Filter fresh(FilterRecipe of, boolean reversed) throws IOException {
    Filter fresh = of.fresh(reversed);
    return lasting ? LastingRejection.ofAll(fresh) : fresh;
  }

  /** Keeps the direction of the user's scan: a pass over stored rows always goes forward. */
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
      filter = fresh(recipe, isReversed());
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
      // HBase shows the cells of a rejected row too, while it skips the row.
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

  /** A hint inside the row; HBase releases after 2.6.5 ask for it (HBASE-29974). */
  public @Nullable Cell getSkipHint(Cell skippedCell) throws IOException {
    if (outside || filter == null) {
      return null;
    }
    Cell inner = new NewerHints(filter).forSkippedCell(skippedCell);
    return inner != null && CellUtil.matchingRows(inner, skippedCell) ? inner : null;
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
