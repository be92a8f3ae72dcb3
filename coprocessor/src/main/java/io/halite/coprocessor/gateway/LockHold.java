package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.ForwardTime;
import io.halite.routing.wait.RunningClock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * How long a call of a scan may wait for owners, since it holds the lock of its gateway region and
 * a handler.
 *
 * <p>HBase ends the calls of clients that take heartbeats by itself, after half of their time. It
 * ends a call of another client at a row or at the region's end, however long its client is gone.
 * When a client gives up is a time of the day, by a clock that somebody may set back. So the call
 * ends as well when it has lasted for as long as its client waits, by a clock that nobody sets.
 *
 * @param closing whether the region closes
 * @param loading whether a bulk load of several families waits for the lock
 * @param time how long clients wait that do not say it
 * @param wall milliseconds since the epoch
 * @param running a clock in milliseconds that nobody sets
 */
record LockHold(
    BooleanSupplier closing,
    BooleanSupplier loading,
    ForwardTime time,
    LongSupplier wall,
    LongSupplier running) {
  /** The same by the clocks of HBase and of the virtual machine. */
  LockHold(BooleanSupplier closing, BooleanSupplier loading, ForwardTime time) {
    this(closing, loading, time, EnvironmentEdgeManager::currentTime, RunningClock::millis);
  }

  /**
   * Whether a call has to end without a row: a load waits, or its client waits no more.
   *
   * @param begun when the scanner was called, by the running clock
   */
  boolean isOver(ClientRequest call, long begun) {
    long received = call.received();
    long deadline = call.deadline();
    long patience = deadline == Long.MAX_VALUE ? time.silentMillis() : deadline - received;
    return loading.getAsBoolean()
        || wall.getAsLong() > received + patience
        || running.getAsLong() - begun > patience;
  }
}
