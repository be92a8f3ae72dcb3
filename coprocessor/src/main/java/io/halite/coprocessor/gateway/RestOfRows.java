package io.halite.coprocessor.gateway;

import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.client.Result;

/**
 * Takes the rows that a scan has not yet returned, if they have all been read.
 *
 * @param rows the rows of the scan; a closed scan has no more
 * @param closed whether somebody has begun to close the scan, perhaps in another thread
 */
record RestOfRows(SortedRows rows, SaltedTable table, BooleanSupplier closed) {
  /**
   * Returns all other rows of the scan. Empty if some have not arrived, if they are more than
   * {@code mostBytes}, or if the scan closes meanwhile: its rows then end before the scan does.
   * Empty, too, if a filter has ended the scan: the rows do not say so, but a scan that reads them
   * again finds out.
   *
   * @param mostRows after how many rows the scan ends
   */
  Optional<List<Result>> take(long mostRows, long mostBytes) throws IOException {
    List<Result> taken = new ArrayList<>();
    long bytes = 0;
    while (taken.size() < mostRows) {
      Result next = rows.poll(table);
      if (next == null && rows.isExhausted()) {
        break;
      }
      bytes += next == null ? 0 : Result.getTotalSizeOfCells(next);
      if (next == null || bytes > mostBytes) {
        return Optional.empty();
      }
      taken.add(next);
    }
    return closed.getAsBoolean() || rows.isFilterDone() ? Optional.empty() : Optional.of(taken);
  }
}
