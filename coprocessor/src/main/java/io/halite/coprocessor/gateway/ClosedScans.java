package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.routing.wait.RunningClock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The rests of scans that were closed while their region stays open, by their tickets: 1 MiB at
 * most, each for as long as a scanner may be idle. Thread-safe.
 */
final class ClosedScans {
  private static final long MOST_BYTES = 1L << 20;

  private final MemoryAccount.Share memory;
  private final long idleMillis;
  private final LongSupplier clock;
  private final Executor later;
  private final Map<Long, Kept> kept = new LinkedHashMap<>();
  private long bytes;
  private boolean sweeping;
  private boolean closed;

  /** The rest of a scan that has been closed, and when. */
  private record Kept(ScanRest rest, long since) {}

  /**
   * No rests.
   *
   * @param memory counts them
   * @param idleMillis how long it keeps each
   */
  ClosedScans(MemoryAccount.Share memory, long idleMillis) {
    this(
        memory,
        idleMillis,
        RunningClock::millis,
        CompletableFuture.delayedExecutor(idleMillis, TimeUnit.MILLISECONDS));
  }

  /** The same; {@code later} does something when a rest that is kept now has become too old. */
  ClosedScans(MemoryAccount.Share memory, long idleMillis, LongSupplier clock, Executor later) {
    this.memory = memory;
    this.idleMillis = idleMillis;
    this.clock = clock;
    this.later = later;
  }

  synchronized void keep(long ticket, ScanRest rest) {
    if (closed || rest.bytes() > MOST_BYTES) {
      return;
    }
    long before = bytes;
    Optional.ofNullable(kept.remove(ticket)).ifPresent(last -> bytes -= last.rest().bytes());
    kept.put(ticket, new Kept(rest, clock.getAsLong()));
    bytes += rest.bytes();
    drop(oldest -> bytes > MOST_BYTES);
    memory.add(bytes - before);
    if (!sweeping) {
      sweeping = true;
      later.execute(this::sweep);
    }
  }

  /** Drops the oldest rests for which this holds. */
  private void drop(Predicate<Kept> unwanted) {
    Iterator<Kept> oldest = kept.values().iterator();
    for (boolean more = oldest.hasNext(); more; more = more && oldest.hasNext()) {
      Kept next = oldest.next();
      more = unwanted.test(next);
      if (more) {
        bytes -= next.rest().bytes();
        oldest.remove();
      }
    }
  }

  /** Drops the rests for which no client has come in time, and comes again for the others. */
  private synchronized void sweep() {
    long before = bytes;
    long now = clock.getAsLong();
    drop(oldest -> now - oldest.since() >= idleMillis);
    memory.add(bytes - before);
    sweeping = !kept.isEmpty();
    if (sweeping) {
      later.execute(this::sweep);
    }
  }

  synchronized Optional<ScanRest> find(long ticket) {
    Optional<ScanRest> rest = Optional.ofNullable(kept.remove(ticket)).map(Kept::rest);
    // The answer may get lost, and the client come once more.
    rest.ifPresent(found -> kept.put(ticket, new Kept(found, clock.getAsLong())));
    return rest;
  }

  /** Whether it keeps the rest of a scan, for which nobody comes by this. */
  synchronized boolean has(long ticket) {
    return kept.containsKey(ticket);
  }

  synchronized Map<Long, ScanRest> all() {
    Map<Long, ScanRest> rests = new LinkedHashMap<>();
    kept.forEach((ticket, each) -> rests.put(ticket, each.rest()));
    return rests;
  }

  /** Drops all, and keeps no others. */
  synchronized void close() {
    closed = true;
    kept.clear();
    bytes = 0;
    memory.close();
  }
}
