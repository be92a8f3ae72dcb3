package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;

/**
 * The time of one read by an index: as much as one forward may take, however many stale entries it
 * meets, since it holds a handler all the while.
 *
 * @param budget that of the whole read
 */
record ReadTime(
    RowIndex index, SaltedTable table, Budget budget, Budgets budgets, ClientRequest request) {
  /** The time of a read that begins now. */
  static ReadTime of(RowIndex index, SaltedTable table, Budgets budgets, ClientRequest request)
      throws NotServingRegionException {
    return new ReadTime(index, table, budgets.of(request), budgets, request);
  }

  /** The same entries, as long as there is time. */
  IndexedReads.Entries within(IndexedReads.Entries entries) {
    return (range, most) -> {
      require();
      return entries.first(range, most);
    };
  }

  /** The same rows, as long as there is time. */
  IndexedReads.Rows within(IndexedReads.Rows rows) {
    return natural -> {
      require();
      return rows.get(natural);
    };
  }

  private void require() throws IOException {
    // Fails while the region closes, which a long read must not hold up.
    budgets.of(request);
    if (request.isAbandoned() || budget.left() <= 0) {
      throw new DoNotRetryIOException(
          "a read by index '"
              + index
              + "' met so many entries that its time was up, halite.forward.timeout or what its"
              + " client waits: sweep_index takes away entries that no row makes any more ("
              + table
              + ")");
    }
  }
}
