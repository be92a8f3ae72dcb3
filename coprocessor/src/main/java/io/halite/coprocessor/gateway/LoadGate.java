package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.ForwardRetry;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Lets a bulk load of several families pass between the forwards of one gateway region.
 *
 * <p>HBase takes the region's write lock for such a load, and holds the region's read lock while a
 * batch of writes or a scan waits for owners. An owner needs the read lock, too, and HBase grants
 * it to nobody behind the load that waits: without this gate load, gateway and owner wait for each
 * other until the forward's time is over. So the gate closes before HBase asks for the lock: new
 * batches are refused, scans end their call, and the load waits for the forwards under way.
 *
 * <p>HBase does not report a load that fails before it begins. So the gate opens by itself some
 * time after the last forward has ended. Thread-safe.
 */
public final class LoadGate {
  private static final long OPENS_AFTER_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final LongSupplier nanos;
  private int forwards;
  private int loads;
  private long closedUntil;

  LoadGate() {
    this(System::nanoTime);
  }

  /** A gate on another clock, in nanoseconds. */
  LoadGate(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** A forward under the region's lock, until it is closed. */
  interface Pass extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Begins a forward.
   *
   * @throws RpcThrottlingException if a load waits; nothing ran, and the client repeats the request
   */
  synchronized Pass enter() throws RpcThrottlingException {
    if (isClosed()) {
      throw ForwardRetry.later(
          ForwardRetry.LOAD_WAIT_MILLIS, "the region is about to load files of several families");
    }
    forwards++;
    return this::leave;
  }

  private synchronized void leave() {
    forwards--;
    notifyAll();
  }

  /** Whether a load waits, so that no forward begins. */
  synchronized boolean isClosed() {
    return loads > 0 && closedUntil - nanos.getAsLong() > 0;
  }

  /** Closes the gate, and waits at most {@code millis} for the forwards that have begun. */
  public synchronized void close(long millis) throws InterruptedIOException {
    loads = isClosed() ? loads + 1 : 1;
    long end = nanos.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis);
    closedUntil = end;
    try {
      for (long left = millis; forwards > 0 && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - nanos.getAsLong());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
    closedUntil = nanos.getAsLong() + OPENS_AFTER_NANOS;
  }

  /** A load has ended. */
  public synchronized void open() {
    loads = Math.max(0, loads - 1);
  }
}
