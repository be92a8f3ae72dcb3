package io.halite.coprocessor;

import io.halite.keys.KeyBytes;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Row;

/**
 * The refusal of a request that an observer ahead of Halite has bypassed without an answer.
 *
 * <p>HBase takes no answer for none, and applies the request in the region that received it: to an
 * increment of {@code 41 54 4C} that region is the gateway, which must not store the row.
 * Stateless.
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
        ("an observer ahead of SaltingObserver has bypassed %s of row %s without an answer, and"
                + " HBase would apply the request to its natural key: let the observer give an"
                + " answer, such as Result.EMPTY_RESULT, or not bypass")
            .formatted(hook, KeyBytes.readable(request.getRow())));
  }
}
