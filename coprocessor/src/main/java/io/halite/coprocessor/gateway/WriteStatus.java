package io.halite.coprocessor.gateway;

import java.io.IOException;
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

/** The status of each write of a batch. Stateless. */
final class WriteStatus {
  private WriteStatus() {}

  /** The status that gives the client the class of {@code refusal}, as far as statuses can. */
  static OperationStatus of(IOException refusal) {
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
   * Gives the one result of an owner to the first increment or append of a batch, and an empty
   * result to the others.
   */
  static void giveResult(
      MiniBatchOperationInProgress<Mutation> batch, List<Write> writes, Result natural) {
    Result next = natural;
    for (int i = 0; i < writes.size(); i++) {
      if (writes.get(i).hasResult()) {
        batch.setOperationStatus(i, new OperationStatus(OperationStatusCode.SUCCESS, next));
        next = Result.EMPTY_RESULT;
      }
    }
  }

  /**
   * Gives each write of a batch its status.
   *
   * @param failures for each write why it has failed; empty if it has not
   * @throws RpcThrottlingException if no write reached its owner. Only an exception says to the
   *     client how long to wait. A batch of which some writes were applied gets statuses
   */
  static void giveAll(
      MiniBatchOperationInProgress<Mutation> batch, List<Optional<IOException>> failures)
      throws RpcThrottlingException {
    postpone(failures);
    for (int i = 0; i < failures.size(); i++) {
      batch.setOperationStatus(
          i, failures.get(i).map(WriteStatus::of).orElse(OperationStatus.SUCCESS));
    }
  }

  private static void postpone(List<Optional<IOException>> failures) throws RpcThrottlingException {
    List<RpcThrottlingException> unreached =
        failures.stream()
            .flatMap(Optional::stream)
            .filter(RpcThrottlingException.class::isInstance)
            .map(RpcThrottlingException.class::cast)
            .toList();
    if (!unreached.isEmpty() && unreached.size() == failures.size()) {
      throw Collections.max(
          unreached, Comparator.comparingLong(RpcThrottlingException::getWaitInterval));
    }
  }
}
