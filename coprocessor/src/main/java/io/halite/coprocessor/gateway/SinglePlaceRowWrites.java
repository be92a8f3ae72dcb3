package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.rights.Judged;
import io.halite.filters.natural.FilterAdmission;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.OperationNumber;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Writes under a salt that gives each natural key one stored key.
 *
 * <p>Under {@code hash(*) % 16} a put of {@code 41 54 4C} becomes one put of {@code 0C·41 54 4C}. A
 * batch of one row goes to its owner as one request, under the client's nonce. Thread-safe.
 */
final class SinglePlaceRowWrites implements RowWrites {
  private final byte[] regionName;
  private final SaltedTable table;
  private final Forwards batches;
  private final Forwards conditional;
  private final IndexEntries indexes;

  /**
   * Writes of one gateway region.
   *
   * @param batches forwards that hold the region's lock
   * @param conditional forwards that do not
   */
  SinglePlaceRowWrites(
      byte[] regionName,
      SaltedTable table,
      Forwards batches,
      Forwards conditional,
      IndexEntries indexes) {
    this.regionName = regionName;
    this.table = table;
    this.batches = batches;
    this.conditional = conditional;
    this.indexes = indexes;
  }

  @Override
  public void send(BatchStatuses batch, List<Write> writes, ClientRequest request, Budget budget)
      throws IOException {
    if (batch.size() == 1) {
      batch.giveResult(writes, sendOne(writes.get(0), request, budget));
      return;
    }
    Optional<Nonce> atomic = batch.atomicNonce(regionName, request);
    if (atomic.isPresent()) {
      batch.giveResult(writes, sendRow(writes, atomic.get(), budget));
    } else {
      List<Optional<IOException>> failures = sendMany(writes, budget);
      PostponedRows.of(request).add(table.name(), writes, failures);
      batch.giveAll(failures);
    }
  }

  private Result sendOne(Write write, ClientRequest request, Budget budget) throws IOException {
    Mutation stored = table.mutations().copy(write.storedKey(), write.natural());
    Nonce nonce =
        write.hasResult() ? request.singleNonce(regionName, write.natural().getRow()) : Nonce.NONE;
    Result answer =
        batches.toOne(
            budget, stored.heapSize(), (owner, within) -> owner.mutate(stored, nonce, within));
    return natural(answer, stored, write.natural());
  }

  private Result sendRow(List<Write> writes, Nonce nonce, Budget budget) throws IOException {
    byte[] storedKey = {};
    List<Mutation> naturals = new ArrayList<>(writes.size());
    // All are of one row; a refused one throws its refusal here.
    for (Write write : writes) {
      storedKey = write.storedKey();
      naturals.add(write.natural());
    }
    RowMutations stored = table.mutations().copy(storedKey, naturals);
    Result answer =
        batches.toOne(
            budget,
            Forwards.size(stored.getMutations()),
            (owner, within) ->
                owner.mutateRow(
                    stored,
                    nonce,
                    () -> OperationDigest.ofClient(ClientRequest.user(), nonce, naturals),
                    within));
    return natural(answer, stored, naturals.get(0));
  }

  private Result natural(Result answer, Row stored, Row natural) throws IOException {
    return table.reading(() -> table.results().ofWrite(answer, stored.getRow(), natural.getRow()));
  }

  private List<Optional<IOException>> sendMany(List<Write> writes, Budget budget)
      throws IOException {
    List<Mutation> stored = new ArrayList<>(writes.size());
    for (Write write : writes) {
      if (write instanceof Write.Salted salted) {
        stored.add(table.mutations().copy(salted.storedKey(), salted.natural()));
      }
    }
    Object[] answers =
        batches.toMany(
            budget, Forwards.size(stored), (owners, within) -> owners.send(stored, within));
    List<Optional<IOException>> failures = new ArrayList<>(writes.size());
    int sent = 0;
    for (Write write : writes) {
      failures.add(write instanceof Write.Salted ? failure(answers[sent++]) : write.refusal());
    }
    return failures;
  }

  private static Optional<IOException> failure(Object answer) {
    return answer instanceof IOException failure ? Optional.of(failure) : Optional.empty();
  }

  @Override
  public CheckAndMutateResult checkAndMutate(Judged<CheckAndMutate> judged) throws IOException {
    CheckAndMutate natural = judged.request();
    FilterAdmission.ofRow(natural.getFilter()).require();
    ClientRequest request = ClientRequest.current();
    CheckAndMutate stored = table.mutations().copy(table.storedKey(natural.getRow()), natural);
    Nonce nonce = request.conditionalNonce();
    OperationNumber number = OperationDigest.ofClient(ClientRequest.user(), nonce, natural);
    indexes.keepAll(Conditions.mutations(natural), request);
    CheckAndMutateResult answer =
        conditional.toOne(
            conditional.budget(request),
            Forwards.size(Conditions.mutations(stored)),
            (owner, within) -> owner.checkAndMutate(stored, nonce, number, within));
    return table.reading(() -> table.results().ofWrite(answer, stored.getRow(), natural.getRow()));
  }
}
