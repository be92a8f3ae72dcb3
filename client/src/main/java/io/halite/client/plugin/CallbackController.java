package io.halite.client.plugin;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.Cursor;

/**
 * What the consumer of a scan may say during one callback: as in HBase, one thing, on the thread of
 * the callback.
 */
final class CallbackController implements ScanController {
  private final Thread thread = Thread.currentThread();
  private final Runnable onSuspend;
  private final Runnable onResume;
  private State state = State.OPEN;

  private enum State {
    OPEN,
    SUSPENDED,
    TERMINATED,
    RETURNED
  }

  CallbackController(Runnable onSuspend, Runnable onResume) {
    this.onSuspend = onSuspend;
    this.onResume = onResume;
  }

  /** The resumer works once and on any thread. */
  @Override
  public ScanResumer suspend() {
    become(State.SUSPENDED);
    onSuspend.run();
    AtomicBoolean resumed = new AtomicBoolean();
    return () -> {
      if (resumed.compareAndSet(false, true)) {
        onResume.run();
      }
    };
  }

  /** The scan ends when the callback has returned. */
  @Override
  public void terminate() {
    become(State.TERMINATED);
  }

  private void become(State next) {
    if (Thread.currentThread() != thread) {
      throw new IllegalStateException(
          "a scan's controller was called on thread '"
              + Thread.currentThread().getName()
              + "': call it on the thread of onNext or onHeartbeat, before these return");
    }
    if (state != State.OPEN) {
      throw new IllegalStateException(
          "a scan's controller was called when it was "
              + state
              + ": suspend or terminate once in each onNext or onHeartbeat, before these return");
    }
    state = next;
  }

  /** None: scans that want cursors go through the gateways. */
  @Override
  public Optional<Cursor> cursor() {
    return Optional.empty();
  }

  /** The callback has returned; returns whether it has terminated the scan. */
  boolean returned() {
    boolean terminated = state == State.TERMINATED;
    state = State.RETURNED;
    return terminated;
  }
}
