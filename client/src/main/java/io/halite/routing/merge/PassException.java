package io.halite.routing.merge;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * The error of a scan in passes that would cost more than its limits allow. The message names the
 * cost, the limit and the cure.
 */
public final class PassException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  PassException(String message) {
    super(message);
  }
}
