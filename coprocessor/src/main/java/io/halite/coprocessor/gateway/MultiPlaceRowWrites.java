package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.OwnerBatch;
import io.halite.coprocessor.rights.Judged;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Writes under a salt that stores the cells of one natural key in several places.
 *
 * <p>Under {@code random % 16} a put of {@code 41 54 4C} at 1,000 becomes a put of {@code 0C·41 54
 * 4C}; a delete of it becomes 16 deletes. What reads and writes a row under one lock is refused.
 * Thread-safe.
 */
final class MultiPlaceRowWrites implements RowWrites {
  private final byte[] regionName;
  private final SaltedTable table;
  private final Forwards forwards;

  MultiPlaceRowWrites(byte[] regionName, SaltedTable table, Forwards forwards) {
    this.regionName = regionName;
    this.table = table;
    this.forwards = forwards;
  }

  @Override
  public void send(BatchStatuses batch, List<Write> writes, ClientRequest request, Budget budget)
      throws IOException {
    refuseAtomic(batch, request);
    long now = EnvironmentEdgeManager.currentTime();
    PostponedRows postponed = PostponedRows.of(request);
    List<Optional<IOException>> failures =
        forwards.toMany(
            budget,
            PlacedWrites.bytes(writes, table.multiPlaceWrites(), forwards.copyLimit()),
            (owners, within) -> send(writes, now, postponed, owners, within));
    if (batch.size() == 1 && failures.get(0).isPresent()) {
      throw failures.get(0).get();
    }
    batch.giveAll(failures);
  }

  private void refuseAtomic(BatchStatuses batch, ClientRequest request)
      throws DoNotRetryIOException {
    if (batch.size() > 1 && batch.atomicNonce(regionName, request).isPresent()) {
      throw table
          .multiPlaceWrites()
          .needsSinglePlace("a mutation of several kinds of one row as one");
    }
  }

  private List<Optional<IOException>> send(
      List<Write> writes, long now, PostponedRows postponed, OwnerBatch owners, Budget budget)
      throws IOException {
    List<Optional<IOException>> failures = new ArrayList<>(writes.size());
    while (failures.size() < writes.size()) {
      List<Write> rest =
          postponed.inOrder(table.name(), writes.subList(failures.size(), writes.size()));
      PlacedWrites placed =
          new PlacedWrites(rest, table.multiPlaceWrites(), now, forwards.copyLimit(), table);
      List<Optional<IOException>> outcomes =
          placed.failures(owners.sendInParts(placed.stored(), budget));
      postponed.add(table.name(), rest, outcomes);
      failures.addAll(outcomes);
    }
    return failures;
  }

  @Override
  public CheckAndMutateResult checkAndMutate(Judged<CheckAndMutate> judged)
      throws DoNotRetryIOException {
    throw table.multiPlaceWrites().needsSinglePlace("check-and-mutate");
  }
}
