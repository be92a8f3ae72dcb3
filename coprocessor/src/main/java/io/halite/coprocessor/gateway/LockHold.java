package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.ForwardTime;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How long a call of a scan may wait for owners, since it holds the lock of its gateway region and
 * a handler.
 *
 * <p>HBase ends the calls of clients that take heartbeats by itself, after half of their time. It
 * ends a call of another client at a row or at the region's end, however long its client is gone.
 *
 * @param closing whether the region closes
 * @param loading whether a bulk load of several families waits for the lock
 * @param time how long clients wait that do not say it
 * @param clock milliseconds since the epoch
 */
record LockHold(
    BooleanSupplier closing, BooleanSupplier loading, ForwardTime time, LongSupplier clock) {
  /** Whether a call has to end without a row: a load waits, or its client waits no more. */
  boolean isOver(ClientRequest call) {
    long deadline = call.deadline();
    long end = deadline == Long.MAX_VALUE ? call.received() + time.silentMillis() : deadline;
    return loading.getAsBoolean() || clock.getAsLong() > end;
  }
}
