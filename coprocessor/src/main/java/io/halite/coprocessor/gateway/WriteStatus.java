package io.halite.coprocessor.gateway;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.OperationStatus;

/** The status by which one write of a batch of several rows fails alone. */
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
}
