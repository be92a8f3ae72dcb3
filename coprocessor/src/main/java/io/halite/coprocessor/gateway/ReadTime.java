package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.keys.RowIndex;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * The time of one read by an index, however many stale entries the read meets, because it holds a
 * handler all the while.
 *
 * @param budget the budget of the whole read
 */
record ReadTime(
    RowIndex index, SaltedTable table, Budget budget, Budgets budgets, ClientRequest request) {
  /** Reads rows that the entries of an index name. */
  interface Rows {
    /** Reads a row within the budget. */
    Result get(Get natural, Budget budget) throws IOException;
  }

  /** The time of a read that begins now. */
  static ReadTime of(RowIndex index, SaltedTable table, Budgets budgets, ClientRequest request)
      throws NotServingRegionException, RpcThrottlingException {
    return new ReadTime(index, table, budgets.of(request), budgets, request);
  }

  /** The same entries; refuses to read on when the time is up. */
  IndexedReads.Entries within(IndexedReads.Entries entries) {
    return (ranges, most, bytes) -> {
      require();
      return entries.first(ranges, most, bytes);
    };
  }

  /** The same rows, each within what is left; refuses to read on when the time is up. */
  IndexedReads.Rows eachWithin(Rows rows) {
    return natural -> {
      require();
      return rows.get(natural, budget);
    };
  }

  private void require() throws IOException {
    // Throws while the region closes: a long read must not delay that.
    budgets.of(request);
    if (request.isAbandoned() || budget.left() <= 0) {
      throw new DoNotRetryIOException(
          "a read by index '"
              + index
              + "' took longer than "
              + ForwardRetry.INDEX_READ_MILLIS
              + " ms, or than the client's time-out: remove stale index entries"
              + " with the shell's command sweep_index '"
              + table.name()
              + "', '"
              + index.name()
              + "'; if the index has none, ask for a narrower range, or look for slow owner"
              + " regions ("
              + table
              + ")");
    }
  }
}
