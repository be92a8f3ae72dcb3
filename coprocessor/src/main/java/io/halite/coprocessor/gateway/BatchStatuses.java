package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.Nonce;
import io.halite.keys.KeyBytes;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.OperationStatus;

/**
 * Gives the collected writes of one batch their statuses. The batch may have more writes: an
 * observer ahead of Halite's that bypasses a write hides it, and has given it a status.
 *
 * <p>Of a batch of {@code aaa}, which is bypassed, and {@code bbb}, the first collected write is
 * the second of the batch. For one thread.
 */
final class BatchStatuses {
  private final MiniBatchOperationInProgress<Mutation> batch;
  private final int[] positions;

  private BatchStatuses(MiniBatchOperationInProgress<Mutation> batch, int[] positions) {
    this.batch = batch;
    this.positions = positions;
  }

  /**
   * The statuses of {@code collected}, in the order of the batch.
   *
   * @throws DoNotRetryIOException if one of them is not in the batch: nothing may be sent
   */
  static BatchStatuses of(MiniBatchOperationInProgress<Mutation> batch, List<Write> collected)
      throws DoNotRetryIOException {
    int[] positions = new int[collected.size()];
    int position = 0;
    for (int i = 0; i < positions.length; i++) {
      position = position(batch, position, collected.get(i).natural());
      positions[i] = position++;
    }
    return new BatchStatuses(batch, positions);
  }

  /** By identity: a batch may have two equal writes. */
  @SuppressWarnings("ReferenceEquality")
  private static int position(
      MiniBatchOperationInProgress<Mutation> batch, int from, Mutation write)
      throws DoNotRetryIOException {
    for (int i = from; i < batch.size(); i++) {
      if (batch.getOperation(i) == write) {
        return i;
      }
    }
    throw new DoNotRetryIOException(
        "a write of row '"
            + KeyBytes.readable(write.getRow())
            + "' is not in the batch that it was collected from, so nothing of the batch was sent:"
            + " report it with the list of the table's coprocessors");
  }

  /**
   * Whether the batch has failed: HBase then gives this status to each write that was not bypassed.
   * Example: the put of a {@code RowMutations} is collected, and its append is refused later.
   */
  static boolean isFailed(MiniBatchOperationInProgress<Mutation> batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (batch.getOperationStatus(i).getOperationStatusCode() == OperationStatusCode.FAILURE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Refuses a batch that nobody has collected, if it should have been.
   *
   * @throws DoNotRetryIOException if one of its writes has a natural key: HBase would answer that
   *     it is stored
   */
  static void requireMarked(MiniBatchOperationInProgress<Mutation> batch, SaltedTable table)
      throws DoNotRetryIOException {
    for (int i = 0; i < batch.size(); i++) {
      if (!Mark.isOn(batch.getOperation(i))) {
        throw new DoNotRetryIOException(
            table
                + ": the write of row '"
                + KeyBytes.readable(batch.getOperation(i).getRow())
                + "' was not forwarded, since the observer does not know the batch that it is in:"
                + " send it again, and if that fails, too, report it with the list of the table's"
                + " coprocessors");
      }
    }
  }

  /** The number of writes of the batch, collected or not. */
  int size() {
    return batch.size();
  }

  /**
   * Refuses a batch of several rows that succeeds or fails as one, which no forward can.
   *
   * <p>HBase makes a batch with an increment or append atomic, and one that its client calls
   * atomic. It does not look at the statuses of such a batch: the client would not know of a row
   * that has failed.
   */
  void requireSeparable(byte[] regionName, ClientRequest request, SaltedTable table)
      throws DoNotRetryIOException {
    if (batch.size() > 1
        && !isOneRow()
        && (isNonced() || request.hasAtomicOfRows(regionName, batch.size()))) {
      throw new DoNotRetryIOException(
          table
              + ": a batch of several rows that is atomic, as one with an increment or append is,"
              + " cannot be forwarded, since its rows lie in many regions: send the writes of each"
              + " row by themselves");
    }
  }

  private boolean isNonced() {
    for (int i = 0; i < batch.size(); i++) {
      if (Conditions.isComputed(batch.getOperation(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether all writes of the batch, collected or not, are of one row. */
  boolean isOneRow() {
    byte[] row = batch.getOperation(0).getRow();
    for (int i = 1; i < batch.size(); i++) {
      if (!Arrays.equals(row, batch.getOperation(i).getRow())) {
        return false;
      }
    }
    return true;
  }

  /**
   * The client's nonce of a batch of several writes, if it is atomic by {@link
   * ClientRequest#atomicNonce}; empty if they are of several rows, or if each stands for itself.
   */
  Optional<Nonce> atomicNonce(byte[] regionName, ClientRequest request) {
    if (!isOneRow()) {
      return Optional.empty();
    }
    byte[] row = batch.getOperation(0).getRow();
    return request.atomicNonce(regionName, row, batch.size(), isNonced());
  }

  /** The status that gives the client the class of {@code refusal}, as far as statuses can. */
  static OperationStatus statusOf(IOException refusal) {
    OperationStatusCode code;
    if (refusal instanceof NoSuchColumnFamilyException) {
      code = OperationStatusCode.BAD_FAMILY;
    } else if (refusal instanceof FailedSanityCheckException) {
      code = OperationStatusCode.SANITY_CHECK_FAILURE;
    } else if (refusal instanceof DoNotRetryIOException) {
      code = OperationStatusCode.FAILURE;
    } else {
      code = OperationStatusCode.STORE_TOO_BUSY;
    }
    return new OperationStatus(code, refusal.getMessage());
  }

  /**
   * Gives the one result of an owner to the first increment or append, and an empty result to the
   * others.
   */
  void giveResult(List<Write> writes, Result natural) {
    Result next = natural;
    for (int i = 0; i < writes.size(); i++) {
      if (writes.get(i).hasResult()) {
        batch.setOperationStatus(
            positions[i], new OperationStatus(OperationStatusCode.SUCCESS, next));
        next = Result.EMPTY_RESULT;
      }
    }
  }

  /**
   * Gives each collected write its status.
   *
   * @param failures for each write why it has failed; empty if it has not
   * @throws RpcThrottlingException if no write reached its owner. Only an exception says to the
   *     client how long to wait. A batch in which some writes were applied gets statuses
   */
  void giveAll(List<Optional<IOException>> failures) throws RpcThrottlingException {
    postpone(failures);
    for (int i = 0; i < failures.size(); i++) {
      batch.setOperationStatus(
          positions[i],
          failures.get(i).map(BatchStatuses::statusOf).orElse(OperationStatus.SUCCESS));
    }
  }

  private void postpone(List<Optional<IOException>> failures) throws RpcThrottlingException {
    List<RpcThrottlingException> unreached =
        failures.stream()
            .flatMap(Optional::stream)
            .filter(RpcThrottlingException.class::isInstance)
            .map(RpcThrottlingException.class::cast)
            .toList();
    if (!unreached.isEmpty() && unreached.size() == batch.size()) {
      throw Collections.max(
          unreached, Comparator.comparingLong(RpcThrottlingException::getWaitInterval));
    }
  }
}
