package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.rights.Judged;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;

/** Sends natural writes to the owners of their rows, as the places of the salt require. */
sealed interface RowWrites permits SinglePlaceRowWrites, MultiPlaceRowWrites {
  /**
   * Writes in one gateway region, as the salt of {@code table} requires.
   *
   * @param batches forwards that hold the region's lock
   * @param conditional forwards that do not
   */
  static RowWrites of(
      SaltedTable table,
      byte[] regionName,
      Forwards batches,
      Forwards conditional,
      IndexEntries indexes) {
    return table.salt().isSinglePlace()
        ? new SinglePlaceRowWrites(regionName, table, batches, conditional, indexes)
        : new MultiPlaceRowWrites(regionName, table, batches);
  }

  /**
   * Sends the writes of a batch and gives each of them its status.
   *
   * @param batch takes the statuses
   * @param writes those collected, one or more, in the order of the batch
   * @param budget what is left of the time of the whole batch, which holds the region's lock
   * @throws IOException why the batch fails as a whole
   */
  void send(BatchStatuses batch, List<Write> writes, ClientRequest request, Budget budget)
      throws IOException;

  /**
   * Sends a conditional mutation as a whole to the one owner of its row.
   *
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if a row may lie in several places
   */
  CheckAndMutateResult checkAndMutate(Judged<CheckAndMutate> judged) throws IOException;
}
