package io.halite.coprocessor;

import io.halite.keys.KeyBytes;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Row;

/**
 * The refusal of a request of a natural key that HBase is about to apply in the gateway region: an
 * observer ahead of Halite has bypassed it without an answer, which HBase takes for none, or a
 * coprocessor has sent it to the region itself. Stateless.
 */
final class BypassedRequest {
  private BypassedRequest() {}

  /** Refuses an increment, an append or a conditional mutation of a natural key. */
  static DoNotRetryIOException refusal(Row request) {
    String hook =
        request instanceof Increment
            ? "preIncrement"
            : request instanceof Append ? "preAppend" : "preCheckAndMutate";
    return new DoNotRetryIOException(
        ("%s of row %s was bypassed without an answer by an observer ahead of SaltingObserver, or a"
                + " coprocessor sent the request to the region itself, and HBase would apply it to"
                + " the natural key: let the observer give an answer, such as Result.EMPTY_RESULT,"
                + " and let coprocessors write through a Table of a connection")
            .formatted(hook, KeyBytes.readable(request.getRow())));
  }
}
