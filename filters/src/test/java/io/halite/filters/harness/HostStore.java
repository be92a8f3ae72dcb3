package io.halite.filters.harness;

import io.halite.filters.host.NewerHints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.filter.Filter;

/** One family's cells, read as StoreScanner and UserScanQueryMatcher read them. */
final class HostStore {
  private final List<KeyValue> cells;
  private final HostSettings settings;
  private final Filter filter;
  private final List<KeyValue> hints;
  private final List<Cell> handedOut = new ArrayList<>();
  private int at;
  private boolean done;
  private Cell shaped;
  private int shapedAt = -1;
  private KeyValue currentRow;
  private KeyValue column;
  private int versions;
  private int versionsIncluded;
  private int cellsRead;

  /** Takes the cells in the order of the scan: rows reversed if it is, cells of a row never. */
  HostStore(List<KeyValue> cells, HostSettings settings, Filter filter, List<KeyValue> hints) {
    this.cells = cells;
    this.settings = settings;
    this.filter = filter;
    this.hints = hints;
  }

  /** The next cell as it is stored, or null. */
  KeyValue peek() {
    return done || at >= cells.size() ? null : cells.get(at);
  }

  /** The next cell in the form that the filter shall see, the same object until it is passed. */
  Cell peekShaped() {
    if (shapedAt != at) {
      shaped = settings.form().shape(cells.get(at));
      shapedAt = at;
      handedOut.add(shaped);
    }
    return shaped;
  }

  int cellsRead() {
    return cellsRead;
  }

  void spoilHandedOut() {
    handedOut.forEach(CellForm::spoil);
    handedOut.clear();
    shapedAt = -1;
  }

  /** Reads on within the current row, at most until the results reach the limit. */
  void next(List<Cell> results, int limit, boolean skipping) throws IOException {
    if (currentRow == null || !CellUtil.matchingRows(currentRow, peek())) {
      currentRow = peek();
      column = null;
    }
    while (peek() != null && currentRow != null && CellUtil.matchingRows(currentRow, peek())) {
      if (filter.filterAllRemaining()) {
        done = true;
        return;
      }
      read(results, skipping);
      if (!skipping && results.size() >= limit) {
        return;
      }
    }
  }

  private void read(List<Cell> results, boolean skipping) throws IOException {
    KeyValue stored = cells.get(at);
    Cell cell = peekShaped();
    cellsRead++;
    if (column == null || !CellUtil.matchingColumn(column, stored)) {
      column = stored;
      versions = 0;
      versionsIncluded = 0;
    }
    if (stored.getTimestamp() >= settings.beforeTime()) {
      if (!followedSkipHint(stored, cell)) {
        at++;
      }
      return;
    }
    if (++versions > settings.familyVersions()) {
      if (!followedSkipHint(stored, cell)) {
        toNextColumn(stored);
      }
      return;
    }
    Filter.ReturnCode code = filter.filterCell(cell);
    switch (code) {
      case INCLUDE, INCLUDE_AND_NEXT_COL, INCLUDE_AND_SEEK_NEXT_ROW -> {
        boolean within = ++versionsIncluded <= settings.scanVersions();
        if (within && !skipping) {
          results.add(filter.transformCell(cell));
        } else if (within) {
          filter.transformCell(cell);
        }
        if (code == Filter.ReturnCode.INCLUDE_AND_SEEK_NEXT_ROW) {
          toNextRow(stored);
        } else if (code == Filter.ReturnCode.INCLUDE && within) {
          at++;
        } else {
          toNextColumn(stored);
        }
      }
      case SKIP -> at++;
      case NEXT_COL -> toNextColumn(stored);
      case NEXT_ROW -> toNextRow(stored);
      case SEEK_NEXT_USING_HINT -> followHint(stored, filter.getNextCellHint(cell));
      default -> throw new AssertionError(code);
    }
  }

  private boolean followedSkipHint(KeyValue stored, Cell cell) throws IOException {
    Cell hint = settings.newer() ? new NewerHints(filter).forSkippedCell(cell) : null;
    if (hint == null) {
      return false;
    }
    followHint(stored, hint);
    return true;
  }

  /** Seeks from a rejected row to a hint. */
  void seek(KeyValue rejected, Cell hint) {
    if (peek() != null && isBefore(peek(), hint)) {
      followHint(rejected, hint);
    }
  }

  private void toNextColumn(KeyValue from) {
    while (peek() != null && CellUtil.matchingRowColumn(peek(), from)) {
      at++;
    }
  }

  private void toNextRow(KeyValue from) {
    currentRow = null;
    while (peek() != null && CellUtil.matchingRows(peek(), from)) {
      at++;
    }
  }

  private void followHint(KeyValue from, Cell hint) {
    int ahead = hint == null ? 0 : CellComparator.getInstance().compare(hint, from);
    if (settings.reversed() ? ahead >= 0 : ahead <= 0) {
      at++;
      return;
    }
    hints.add(copy(hint));
    at++;
    while (peek() != null && isBefore(peek(), hint)) {
      at++;
    }
  }

  /** A copy; the key behind all cells of a row has a time that a KeyValue must not have. */
  private static KeyValue copy(Cell hint) {
    return hint.getTimestamp() == HConstants.OLDEST_TIMESTAMP
        ? new KeyValue(CellUtil.cloneRow(hint), null, null, 0, KeyValue.Type.Minimum)
        : KeyValueUtil.copyToNewKeyValue(hint);
  }

  /** Whether a seek to the hint, in the direction of the scan, passes this cell. */
  private boolean isBefore(KeyValue cell, Cell hint) {
    CellComparator comparator = CellComparator.getInstance();
    int rows = comparator.compareRows(cell, hint);
    if (settings.reversed() && rows != 0) {
      return rows > 0;
    }
    return comparator.compare(cell, hint) < 0;
  }
}
