package io.halite.client.plugin;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;

/**
 * Lets go of the owners of scanners that nobody reads.
 *
 * <p>HBase's asynchronous client, which reads the buckets, renews the leases of a scan that waits
 * for its reader. An application that forgets its scanner would keep one open at every owner. So a
 * scanner that has not been read for as long as a lease lives leaves its owners, and opens its
 * scans again when it is read. Thread-safe.
 */
final class IdleScanners implements AutoCloseable {
  private static final long NO_LEASE = Long.MAX_VALUE;

  private final long leaseNanos;
  private final Later later;
  private final Map<DirectScanner, Look> watched = new ConcurrentHashMap<>();
  private final AtomicBoolean looksLater = new AtomicBoolean();

  /** What a look has found: how often a scanner had been read, and since when that is so. */
  private record Look(long reads, long since) {
    static Look at(DirectScanner scanner) {
      return new Look(scanner.reads(), System.nanoTime());
    }
  }

  /** Runs a task after about half of the time that a lease lives, until it is closed. */
  interface Later extends AutoCloseable {
    void run(Runnable task);

    @Override
    default void close() {}
  }

  /** Leaves owners after a time. */
  IdleScanners(long leaseNanos, Later later) {
    this.leaseNanos = leaseNanos;
    this.later = later;
  }

  /** After as long as the lease of a scanner lives by the client's configuration. */
  static IdleScanners of(Configuration conf) {
    long millis = Math.max(2, ScanWaits.millis(conf));
    return new IdleScanners(
        TimeUnit.MILLISECONDS.toNanos(millis), new LookThread(Duration.ofMillis(millis / 2)));
  }

  /** Watches none: the scanners of HBase's asynchronous client wait until they are closed. */
  static IdleScanners never() {
    return new IdleScanners(NO_LEASE, task -> {});
  }

  /** Watches a scanner that is read, until it ends or has left its owners. */
  void watch(DirectScanner scanner) {
    if (leaseNanos != NO_LEASE) {
      watched.put(scanner, Look.at(scanner));
      lookLater();
    }
  }

  /** The scanner has ended. */
  void ended(DirectScanner scanner) {
    watched.remove(scanner);
  }

  private void lookLater() {
    if (looksLater.compareAndSet(false, true)) {
      later.run(this::look);
    }
  }

  private void look() {
    looksLater.set(false);
    for (DirectScanner scanner : watched.keySet()) {
      Look now = Look.at(scanner);
      // Replaced where it is still watched: it may end meanwhile.
      Look last = watched.computeIfPresent(scanner, (any, before) -> later(scanner, before, now));
      if (last != null && now.since() - last.since() >= leaseNanos) {
        // Removed first: a reader that comes back after the leave adds the scanner again.
        watched.remove(scanner);
        scanner.leave();
      }
    }
    if (!watched.isEmpty()) {
      lookLater();
    }
  }

  private static Look later(DirectScanner scanner, Look before, Look now) {
    return scanner.isAwaited() || now.reads() != before.reads() ? now : before;
  }

  /** The connection is closed, and with it the scans of all owners: nobody looks any more. */
  @Override
  public void close() {
    later.close();
    watched.clear();
  }
}
