package io.halite.routing.merge;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/** A scan in passes that would cost more than it may: says what, and what to do about it. */
public final class PassException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  PassException(String message) {
    super(message);
  }
}
