package io.halite.coprocessor.gateway;

import io.halite.coprocessor.gateway.WriteFrame.Write;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.rights.Judged;
import io.halite.coprocessor.rights.Judges;
import io.halite.filters.natural.FilterAdmission;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The writing side of one gateway region.
 *
 * <p>Pre-hooks collect, the end of the batch sends: one RPC for each owner server, outside of every
 * lock. A batch of one row fails by an exception, since an atomic one ignores statuses; a batch of
 * several rows fails row by row.
 */
public final class WriteGateway {
  private final Object region;
  private final byte[] regionName;
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final Budgets budgets;
  private final ReplicatedWrites replicated;
  private final IndexGateway indexes;

  /**
   * A gateway.
   *
   * @param region the identity of the region, for its frames
   */
  public WriteGateway(
      Object region,
      byte[] regionName,
      SaltedTable table,
      OwnerConnection owners,
      Budgets budgets,
      ReplicatedWrites replicated,
      IndexGateway indexes) {
    this.region = region;
    this.regionName = regionName;
    this.table = table;
    this.owners = owners;
    this.budgets = budgets;
    this.replicated = replicated;
    this.indexes = indexes;
  }

  /** A batch begins in {@code region} on this thread. */
  public static void begin(Object region) {
    WriteFrames.push(region);
  }

  /** The batch has ended, however it did: what was not sent is dropped. */
  public static void end(Object region) {
    WriteFrames.pop(region);
  }

  /** Takes a natural write, to be sent at the end of the batch. */
  public void collect(Judged<Mutation> judged) throws DoNotRetryIOException {
    Mutation natural = judged.request();
    replicated.check(natural);
    frame().add(write(natural));
  }

  private Write write(Mutation natural) {
    try {
      return new Write(natural, table.storedKey(natural.getRow()), null);
    } catch (DoNotRetryIOException refusal) {
      return new Write(natural, null, refusal);
    }
  }

  /** Lets a marked write pass, which is applied here. */
  public void pass(Mutation marked) throws DoNotRetryIOException {
    table.verify(marked, marked.getRow());
    if (table.salt().prefixWidth() == 1) {
      owners.metrics().written(marked.getRow()[0]);
    }
    WriteFrame frame = WriteFrames.top(region);
    if (frame != null) {
      frame.addMarked();
    }
  }

  private WriteFrame frame() throws DoNotRetryIOException {
    WriteFrame frame = WriteFrames.top(region);
    if (frame == null) {
      throw new DoNotRetryIOException("a write outside of a batch cannot be forwarded: " + table);
    }
    return frame;
  }

  /** Sends what was collected and settles each write of the batch. */
  public void flush(MiniBatchOperationInProgress<Mutation> batch) throws IOException {
    WriteFrame frame = WriteFrames.top(region);
    List<Write> collected = frame == null ? List.of() : frame.detach();
    if (collected.isEmpty()) {
      return;
    }
    ClientRequest request = ClientRequest.current();
    send(batch, indexed(collected, request), request);
  }

  private void send(
      MiniBatchOperationInProgress<Mutation> batch, List<Write> writes, ClientRequest request)
      throws IOException {
    if (!table.salt().isSinglePlace()) {
      sendToPlaces(batch, writes, request);
      return;
    }
    if (writes.size() == 1) {
      Result result = sendOne(writes.get(0), request);
      settleResult(batch, writes, result);
      return;
    }
    Optional<Nonce> atomic =
        WriteFrame.isOneRow(writes)
            ? request.atomicNonce(regionName, writes.get(0).natural().getRow(), writes.size())
            : Optional.empty();
    if (atomic.isPresent()) {
      settleResult(batch, writes, sendRow(writes, atomic.get(), request));
    } else {
      sendMany(batch, writes, request);
    }
  }

  /** Keeps the index entries of writes; where that fails the write is refused. */
  private List<Write> indexed(List<Write> writes, ClientRequest request) throws IOException {
    if (indexes.isEmpty()) {
      return writes;
    }
    IOException[] failures = indexes.keep(writes.stream().map(Write::natural).toList(), request);
    List<Write> indexed = new ArrayList<>(writes.size());
    for (int i = 0; i < failures.length; i++) {
      indexed.add(
          failures[i] == null
              ? writes.get(i)
              : new Write(writes.get(i).natural(), null, failures[i]));
    }
    return indexed;
  }

  private Result sendOne(Write write, ClientRequest request) throws IOException {
    refuse(write);
    Mutation stored = table.mutations().copy(write.storedKey(), write.natural());
    Nonce nonce =
        write.hasResult() ? request.singleNonce(regionName, write.natural().getRow()) : Nonce.NONE;
    try (Permit permit = owners.permits().acquire()) {
      return owners.calls(table.name()).mutate(stored, nonce, budgets.of(request));
    }
  }

  private Result sendRow(List<Write> writes, Nonce nonce, ClientRequest request)
      throws IOException {
    for (Write write : writes) {
      refuse(write);
    }
    RowMutations stored =
        table
            .mutations()
            .copy(writes.get(0).storedKey(), writes.stream().map(Write::natural).toList());
    try (Permit permit = owners.permits().acquire()) {
      return owners.calls(table.name()).mutateRow(stored, nonce, budgets.of(request));
    }
  }

  /** Sends writes of rows that lie in many places; what needs one home is refused. */
  private void sendToPlaces(
      MiniBatchOperationInProgress<Mutation> batch, List<Write> writes, ClientRequest request)
      throws IOException {
    byte[] row = writes.get(0).natural().getRow();
    boolean one = writes.size() == 1;
    if (!one
        && WriteFrame.isOneRow(writes)
        && request.atomicNonce(regionName, row, writes.size()).isPresent()) {
      throw table
          .multiPlaceWrites()
          .needsSinglePlace("a mutation of several kinds of one row as one");
    }
    IOException[] failures = new IOException[writes.size()];
    long now = EnvironmentEdgeManager.currentTime();
    try (Permit permit = owners.permits().acquire()) {
      Budget budget = budgets.of(request);
      for (int from = 0; from < failures.length; ) {
        List<Write> rest = writes.subList(from, failures.length);
        PlacedWrites placed =
            new PlacedWrites(rest, table.multiPlaceWrites(), now, owners.copyLimit(), table);
        Object[] answers = owners.batch(table.name()).send(placed.stored(), budget);
        for (int i = 0; i < placed.count(); i++) {
          failures[from + i] = placed.failure(i, answers);
        }
        from += placed.count();
      }
    }
    if (one && failures[0] != null) {
      throw failures[0];
    }
    settle(batch, failures);
  }

  private static void refuse(Write write) throws IOException {
    if (write.refusal() != null) {
      throw write.refusal();
    }
  }

  /** Gives the owner's one result to the first increment or append; the others add nothing. */
  private void settleResult(
      MiniBatchOperationInProgress<Mutation> batch, List<Write> writes, Result stored)
      throws IOException {
    Result natural = table.reading(() -> table.results().of(stored));
    for (int i = 0; i < writes.size(); i++) {
      if (writes.get(i).hasResult()) {
        batch.setOperationStatus(i, new OperationStatus(OperationStatusCode.SUCCESS, natural));
        natural = Result.EMPTY_RESULT;
      }
    }
  }

  private void sendMany(
      MiniBatchOperationInProgress<Mutation> batch, List<Write> writes, ClientRequest request)
      throws IOException {
    List<Mutation> stored = new ArrayList<>(writes.size());
    for (Write write : writes) {
      if (write.refusal() == null) {
        stored.add(table.mutations().copy(write.storedKey(), write.natural()));
      }
    }
    Object[] answers;
    try (Permit permit = owners.permits().acquire()) {
      answers = owners.batch(table.name()).send(stored, budgets.of(request));
    }
    IOException[] failures = new IOException[writes.size()];
    int next = 0;
    for (int i = 0; i < writes.size(); i++) {
      Object answer = writes.get(i).refusal() != null ? writes.get(i).refusal() : answers[next++];
      failures[i] = answer instanceof IOException failure ? failure : null;
    }
    settle(batch, failures);
  }

  /** Gives each write of several rows its status; null is no failure. */
  private static void settle(MiniBatchOperationInProgress<Mutation> batch, IOException[] failures)
      throws RpcThrottlingException {
    postpone(failures);
    for (int i = 0; i < failures.length; i++) {
      batch.setOperationStatus(
          i, failures[i] == null ? OperationStatus.SUCCESS : WriteStatus.of(failures[i]));
    }
  }

  /**
   * Fails if no write has an owner that could be reached. A status tells a client nothing of when
   * to repeat, an exception does; but it would speak for those writes too that were applied.
   */
  private static void postpone(IOException[] failures) throws RpcThrottlingException {
    RpcThrottlingException longest = null;
    for (IOException failure : failures) {
      if (!(failure instanceof RpcThrottlingException refusal)) {
        return;
      }
      if (longest == null || refusal.getWaitInterval() > longest.getWaitInterval()) {
        longest = refusal;
      }
    }
    if (longest != null) {
      throw longest;
    }
  }

  /**
   * Serves a conditional mutation of a stored key whose condition is a filter, which cannot be
   * exchanged in place, with one that sees natural keys.
   *
   * @return empty if the region is to serve it by itself
   */
  public Optional<CheckAndMutateResult> checkStored(CheckAndMutate check, Region region)
      throws IOException {
    for (Mutation mutation : Judges.mutations(check)) {
      table.verify(mutation, check.getRow());
    }
    if (!check.hasFilter()) {
      return Optional.empty();
    }
    Nonce nonce = ClientRequest.current().conditionalNonce(regionName, check.getRow());
    return Optional.of(
        ((HRegion) region)
            .checkAndMutate(
                Conditions.withFilter(check, table.naturalView(check.getFilter())),
                nonce.group(),
                nonce.number()));
  }

  /** Forwards a conditional mutation whole. */
  public CheckAndMutateResult checkAndMutate(Judged<CheckAndMutate> judged) throws IOException {
    CheckAndMutate natural = judged.request();
    if (!table.salt().isSinglePlace()) {
      throw table.multiPlaceWrites().needsSinglePlace("check-and-mutate");
    }
    FilterAdmission.ofRow(natural.getFilter()).require();
    ClientRequest request = ClientRequest.current();
    CheckAndMutate stored = table.mutations().copy(table.storedKey(natural.getRow()), natural);
    Nonce nonce = request.conditionalNonce(regionName, natural.getRow());
    indexes.keepAll(Judges.mutations(natural), request);
    CheckAndMutateResult result;
    try (Permit permit = owners.permits().acquire()) {
      result = owners.calls(table.name()).checkAndMutate(stored, nonce, budgets.of(request));
    }
    return table.reading(() -> table.results().of(result));
  }
}
