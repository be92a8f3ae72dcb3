package io.halite.coprocessor.door;

import io.halite.routing.wait.RunningClock;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * When a request came, and when it is decided about. Between the two it may have waited for a
 * handler, on a busy server for seconds.
 *
 * @param received by the clock of {@link RunningClock#millis}
 * @param now the time of the decision, by the same clock
 */
record Arrival(long received, long now) {
  /**
   * The arrival of a call that is decided about now. HBase notes the time of receipt by its own
   * clock, which somebody may set: nothing came later than now.
   */
  static Arrival of(RpcCall call) {
    long now = RunningClock.millis();
    long waited = EnvironmentEdgeManager.currentTime() - call.getReceiveTime();
    return new Arrival(now - Math.max(0, waited), now);
  }
}
