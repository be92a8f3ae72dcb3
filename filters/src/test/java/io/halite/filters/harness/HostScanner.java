package io.halite.filters.harness;

import io.halite.filters.host.NewerHints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.filter.Filter;

/** A region's scanner over its families, which calls the filter as RegionScannerImpl does. */
final class HostScanner {
  private final List<HostStore> stores;
  private final HostSettings settings;
  private final Filter filter;
  private boolean midRow;

  HostScanner(List<HostStore> stores, HostSettings settings, Filter filter) {
    this.stores = stores;
    this.settings = settings;
    this.filter = filter;
  }

  /** Whether the last result may go on within its row. */
  boolean midRow() {
    return midRow;
  }

  int cellsRead() {
    return stores.stream().mapToInt(HostStore::cellsRead).sum();
  }

  /** Appends the next row, or the next part of one; false if there is no more. */
  boolean next(List<KeyValue> row) throws IOException {
    midRow = false;
    boolean more = fill(row);
    if (!midRow) {
      filter.reset();
      stores.forEach(HostStore::spoilHandedOut);
    }
    return more && !filter.filterAllRemaining();
  }

  private boolean fill(List<KeyValue> row) throws IOException {
    while (true) {
      HostStore top = top();
      if (top == null) {
        return false;
      }
      KeyValue current = top.peek();
      boolean wholeRows = filter.hasFilterRow();
      if (filter.filterAllRemaining() || filter.filterRowKey(top.peekShaped())) {
        if (filter.filterAllRemaining()) {
          return false;
        }
        if (!followedHint(top, current)) {
          skipRow(current);
        }
        continue;
      }
      List<Cell> results = new ArrayList<>();
      int limit = wholeRows ? Integer.MAX_VALUE : settings.limit();
      while (atRow(current)) {
        top().next(results, limit, false);
        if (results.size() >= limit && atRow(current)) {
          midRow = true;
          copy(results, row);
          return true;
        }
      }
      if (drops(results, wholeRows) || results.isEmpty()) {
        skipRow(current);
        continue;
      }
      copy(results, row);
      return top() != null;
    }
  }

  /** Seeks past a rejected row; false without a hint, or one that is no further on. */
  private boolean followedHint(HostStore top, KeyValue current) throws IOException {
    Cell hint = settings.newer() ? new NewerHints(filter).forRejectedRow(top.peekShaped()) : null;
    int ahead = hint == null ? 0 : CellComparator.getInstance().compareRows(hint, current);
    if (settings.reversed() ? ahead >= 0 : ahead <= 0) {
      return false;
    }
    stores.forEach(store -> store.seek(current, hint));
    filter.reset();
    return true;
  }

  private boolean drops(List<Cell> results, boolean wholeRows) throws IOException {
    if (results.isEmpty() && !wholeRows) {
      return true;
    }
    if (!wholeRows) {
      return filter.filterRow();
    }
    boolean empty = results.isEmpty();
    filter.filterRowCells(results);
    return empty || (!results.isEmpty() && filter.filterRow());
  }

  private void skipRow(KeyValue current) throws IOException {
    while (atRow(current)) {
      top().next(new ArrayList<>(), Integer.MAX_VALUE, true);
    }
    filter.reset();
  }

  private boolean atRow(KeyValue row) {
    HostStore top = top();
    return top != null && CellUtil.matchingRows(top.peek(), row);
  }

  private static void copy(List<Cell> results, List<KeyValue> row) {
    for (Cell cell : results) {
      row.add(KeyValueUtil.copyToNewKeyValue(cell));
    }
  }

  private HostStore top() {
    CellComparator comparator = CellComparator.getInstance();
    Comparator<KeyValue> order =
        (left, right) -> {
          int rows = comparator.compareRows(left, right);
          return rows != 0 && settings.reversed() ? -rows : comparator.compare(left, right);
        };
    return stores.stream()
        .filter(store -> store.peek() != null)
        .min(Comparator.comparing(HostStore::peek, order))
        .orElse(null);
  }
}
