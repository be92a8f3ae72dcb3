package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.routing.wait.Interrupted;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Lets a bulk load of several families pass between the forwards of one gateway region.
 *
 * <p>HBase takes the region's write lock for such a load, and holds the region's read lock while a
 * batch of writes or a scan waits for owners. An owner needs the read lock, too, and HBase grants
 * it to nobody behind the load that waits: without this gate load, gateway and owner wait for each
 * other until the forward's time is over. So the gate closes before HBase asks for the lock: new
 * batches are refused, scans end their call, and the load waits for the forwards under way. If
 * these take too long the load is refused.
 *
 * <p>HBase does not report a load that fails before it begins. So the gate opens by itself some
 * time after the last forward has ended. Thread-safe.
 */
public final class LoadGate {
  private static final long SHORTEST_WAIT_MILLIS = 100;
  private static final long LONGEST_WAIT_MILLIS = 3_000;
  private static final long OPENS_AFTER_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** As long as HBase waits for a region's lock; a load flushes, and may copy files, under it. */
  private static final long LONGEST_LOAD_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanos;
  private int forwards;
  private final Set<Object> loads = new HashSet<>();
  private long closedSince;
  private long closedUntil;
  private long lockedUntil;

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
  Pass enter() throws RpcThrottlingException {
    Optional<Pass> pass = tryEnter();
    if (pass.isEmpty()) {
      throw ForwardRetry.later(
          waitMillis(), "the region is about to load files of several families");
    }
    return pass.get();
  }

  /** Begins a forward; empty if a load waits. */
  synchronized Optional<Pass> tryEnter() {
    if (isClosed()) {
      return Optional.empty();
    }
    forwards++;
    return Optional.of(this::leave);
  }

  /**
   * The wait that a refusal names: as long as the gate has been closed, so that the 16 attempts of
   * HBase's client outlast the longest load.
   */
  private synchronized long waitMillis() {
    long closed = TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - closedSince);
    return Math.max(SHORTEST_WAIT_MILLIS, Math.min(LONGEST_WAIT_MILLIS, closed));
  }

  private synchronized void leave() {
    forwards--;
    notifyAll();
  }

  /** Whether a load waits, so that no forward begins. */
  synchronized boolean isClosed() {
    return !loads.isEmpty() && closedUntil - nanos.getAsLong() > 0;
  }

  /**
   * Whether a load waits, or may hold the region's lock: until it has ended, or for as long as it
   * may take if HBase does not report its end.
   */
  synchronized boolean mayBeLocked() {
    return !loads.isEmpty() && lockedUntil - nanos.getAsLong() > 0;
  }

  /**
   * Closes the gate, and waits for the forwards that have begun.
   *
   * @param load what closes it, such as the handler thread, and is to open it again
   * @param millis the longest time to wait
   * @throws RegionTooBusyException if a forward takes longer; then HBase must not ask for the lock
   */
  public synchronized void close(Object load, long millis)
      throws InterruptedIOException, RegionTooBusyException {
    if (!isClosed()) {
      loads.clear();
      closedSince = nanos.getAsLong();
    }
    loads.add(load);
    long end = nanos.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis);
    closedUntil = end;
    lockedUntil = end;
    try {
      for (long left = millis; forwards > 0 && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - nanos.getAsLong());
      }
    } catch (InterruptedException e) {
      loads.remove(load);
      Thread.currentThread().interrupt();
      throw Interrupted.during("waiting for the requests of a region, before a bulk load", e);
    }
    if (forwards > 0) {
      loads.remove(load);
      throw new RegionTooBusyException(
          "no file was loaded: requests of this region (%d) have waited for other servers for more"
                  .formatted(forwards)
              + " than %d ms, and files of several families need the region for themselves; load"
                  .formatted(millis)
              + " again");
    }
    closedUntil = nanos.getAsLong() + OPENS_AFTER_NANOS;
    lockedUntil = nanos.getAsLong() + LONGEST_LOAD_NANOS;
  }

  /** A load has ended; one that has not closed the gate opens none. */
  public synchronized void open(Object load) {
    loads.remove(load);
  }
}
