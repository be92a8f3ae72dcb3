package io.halite.filters.natural;

import io.halite.filters.host.NewerHints;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.jspecify.annotations.Nullable;

/**
 * Runs a user's filter over salted rows as if they were stored under their natural keys.
 *
 * <p>With a salt prefix of 1 byte and the stored cell {@code 03·41 54 4C / f:q}, the user's filter
 * sees {@code 41 54 4C / f:q}. When it answers with the hint {@code 41 58}, the scanner seeks to
 * {@code 03·41 58}; a cell that it transforms, or leaves in the row's list, comes back under the
 * stored row, because the scanner continues from the row of that cell.
 *
 * <p>The owner region puts one instance around the filter of each scan, get or condition that it
 * serves. All rows that an instance sees carry a prefix of the same width; the prefix itself may
 * differ from row to row. It cannot be sent: {@link #toByteArray()} refuses.
 *
 * <p>Every call goes to the user's filter, so the view changes nothing of what that filter keeps,
 * counts or ends. Like every filter, it is not thread-safe.
 */
public final class NaturalViewFilter extends FilterBase {
  private final Filter userFilter;
  private final NaturalView view;
  private final NewerHints newerHints;

  /**
   * Shows natural keys to a filter.
   *
   * @param userFilter what the user sent, of any class
   * @param prefixWidth bytes of salt in front of the natural key; with 0 the filter sees stored
   *     keys as they are
   * @throws IllegalArgumentException if the filter is null or the width is negative
   */
  public NaturalViewFilter(Filter userFilter, int prefixWidth) {
    this(userFilter, new NaturalView(prefixWidth));
  }

  private NaturalViewFilter(Filter userFilter, NaturalView view) {
    if (userFilter == null) {
      throw new IllegalArgumentException("filter is missing: a scan without one needs no view");
    }
    this.userFilter = userFilter;
    this.view = view;
    this.newerHints = new NewerHints(userFilter);
  }

  /**
   * A view for rows that do not lie in natural order: each row is judged by itself, and no row
   * outside the range passes.
   *
   * @param userFilter the filter of the user's scan; null if the scan has none
   * @param salt of the rows; it computes the natural key of each
   * @param natural the range of natural keys
   * @param reversed whether the user's scan is reversed
   * @throws IOException if the filter cannot be made again for each row
   */
  public static NaturalViewFilter ofScattered(
      @Nullable Filter userFilter, Salt salt, KeyRange natural, boolean reversed)
      throws IOException {
    return new NaturalViewFilter(
        new RowLocalFilter(userFilter, natural, reversed), new ComputedKeyView(salt));
  }

  /** The filter that was given, unchanged. */
  public Filter userFilter() {
    return userFilter;
  }

  @Override
  public void reset() throws IOException {
    try {
      view.forget();
      userFilter.reset();
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    try {
      return userFilter.filterAllRemaining();
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  @Deprecated
  public boolean filterRowKey(byte[] row, int offset, int length) throws IOException {
    try {
      byte[] natural = view.naturalRow(row, offset, length);
      return userFilter.filterRowKey(natural, 0, natural.length);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    try {
      if (!view.isRowOfTable(firstRowCell)) {
        // HBase may stop at a key that no row has, the start of a scan, to put a seek off. If it is
        // a row, its cells follow, and the first of them fails.
        return false;
      }
      return userFilter.filterRowKey(view.natural(firstRowCell));
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    try {
      ReturnCode code = userFilter.filterCell(view.natural(cell));
      if (code != null) {
        return code;
      }
    } catch (RuntimeException e) {
      throw failed(e);
    }
    throw new DoNotRetryIOException(
        "filter "
            + userFilter.getClass().getName()
            + " returned null from filterCell: a filter must return a ReturnCode for each cell;"
            + " correct the filter, such as by returning ReturnCode.INCLUDE");
  }

  @Override
  public @Nullable Cell transformCell(Cell cell) throws IOException {
    try {
      return view.stored(userFilter.transformCell(view.natural(cell)), cell);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public @Nullable Cell getNextCellHint(Cell cell) throws IOException {
    try {
      return view.storedHint(userFilter.getNextCellHint(view.natural(cell)), cell);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  /** The hint of the user's filter; HBase releases after 2.6.5 call this method (HBASE-29974). */
  public @Nullable Cell getHintForRejectedRow(Cell firstRowCell) throws IOException {
    return newerHint(firstRowCell, newerHints::forRejectedRow);
  }

  /** The same, for a cell that the scan itself skipped; it changes nothing of the view. */
  public @Nullable Cell getSkipHint(Cell skippedCell) throws IOException {
    return newerHint(skippedCell, newerHints::forSkippedCell);
  }

  private interface Hinting {
    @Nullable Cell of(Cell natural) throws IOException;
  }

  private @Nullable Cell newerHint(Cell cell, Hinting hinting) throws IOException {
    if (!view.isRowOfTable(cell)) {
      return null;
    }
    try {
      return view.storedHint(hinting.of(view.fresh(cell)), cell);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    if (cells.isEmpty()) {
      userFilter.filterRowCells(cells);
      return;
    }
    Cell anyOfRow = cells.get(0);
    List<Cell> views = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      views.add(view.fresh(cell));
    }
    List<Cell> before = List.copyOf(views);
    try {
      userFilter.filterRowCells(views);
    } catch (RuntimeException e) {
      throw failed(e);
    }
    // A view is replaced by the cell that it shows: the scanner counts and sends those cells.
    List<Cell> kept = new ArrayList<>(views.size());
    int next = 0;
    for (Cell left : views) {
      int at = indexOf(before, left, next);
      kept.add(at < 0 ? view.stored(left, anyOfRow) : cells.get(at));
      next = at < 0 ? next : at + 1;
    }
    cells.clear();
    cells.addAll(kept);
  }

  /** Index of this object, searched from {@code start} on and then from the beginning. */
  @SuppressWarnings("ReferenceEquality")
  private static int indexOf(List<Cell> cells, Cell wanted, int start) {
    for (int i = 0; i < cells.size(); i++) {
      int at = (start + i) % cells.size();
      if (cells.get(at) == wanted) {
        return at;
      }
    }
    return -1;
  }

  /**
   * The answer for a filter that throws: it would throw at every retry, and a merge of buckets
   * retries where a plain client gives up.
   */
  private DoNotRetryIOException failed(RuntimeException cause) {
    return new DoNotRetryIOException(
        "filter " + userFilter.getClass().getName() + " failed: " + cause, cause);
  }

  @Override
  public boolean hasFilterRow() {
    return userFilter.hasFilterRow();
  }

  @Override
  public boolean filterRow() throws IOException {
    try {
      return userFilter.filterRow();
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean isFamilyEssential(byte[] name) throws IOException {
    try {
      return userFilter.isFamilyEssential(name);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public void setReversed(boolean reversed) {
    userFilter.setReversed(reversed);
  }

  @Override
  public boolean isReversed() {
    return userFilter.isReversed();
  }

  /**
   * Refuses: the view belongs to one region.
   *
   * @throws DoNotRetryIOException always
   */
  @Override
  public byte[] toByteArray() throws IOException {
    throw new DoNotRetryIOException(
        this
            + " cannot be sent: the region that owns the rows puts the view around a filter itself;"
            + " send the filter inside it");
  }

  /** The width in bytes of the hidden salt, and the user's filter. */
  @Override
  public String toString() {
    return "NaturalViewFilter(" + view.prefixWidth() + ", " + userFilter + ")";
  }
}
