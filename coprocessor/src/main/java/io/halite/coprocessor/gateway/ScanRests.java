package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.TableDirectory;
import io.halite.coprocessor.owner.MemoryAccount;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes what a gateway has read of a scan to the gateway at which the client resumes the scan.
 *
 * <p>Each scan has a ticket, which the client receives in place of a read point: HBase's client
 * sends it along when it resumes a scan after its region has moved. A region that closes writes the
 * {@linkplain ScanRest rests} of its open scans to a file of the table's directory, and the ticket
 * names this file. A crash leaves no file.
 *
 * <p>The rest of a scan that is closed while its region stays open waits in memory, 1 MiB of a
 * region at most, for as long as a scanner may be idle. Thread-safe.
 */
final class ScanRests {
  private static final Logger LOG = LoggerFactory.getLogger(ScanRests.class);

  /** No region of HBase has a read point of this size. */
  private static final long TICKET = 1L << 62;

  private static final int COUNTER_BITS = 24;
  private static final long MOST_KEPT_BYTES = 1L << 20;
  private static final long MOST_BYTES = 64L << 20;
  private static final long MOST_BYTES_READ_AHEAD = 4L << 20;
  private static final long MOST_BYTES_OF_A_SCAN = 64L << 10;

  private final Optional<TableDirectory> directory;
  private final Executor background;
  private final MemoryAccount.Share memory;
  private final long idleMillis;
  private final Executor later;
  private final AtomicLong nextDeletion = new AtomicLong();
  private final long first =
      TICKET | ThreadLocalRandom.current().nextLong(TICKET >> COUNTER_BITS) << COUNTER_BITS;
  private final AtomicLong tickets = new AtomicLong();

  /** Holds no scanner that HBase has dropped without a close. */
  private final Map<Source, Long> open = new WeakHashMap<>();

  private final Map<Long, Kept> kept = new LinkedHashMap<>();
  private long keptBytes;
  private boolean sweeping;

  /** The rest of a scan that has been closed, and when. */
  private record Kept(ScanRest rest, long since) {}

  /** A scan that is open. It is equal to no other one. */
  interface Source {
    /**
     * Returns the rest of the scan. The caller reads no more of the scan if {@code most} is not 0.
     *
     * @param most how many bytes of rows that the client has not begun to read; 0 for no such rows
     */
    ScanRest rest(long most) throws IOException;
  }

  /**
   * The rests of one region's scans.
   *
   * @param directory where to write them; empty to keep them in memory only
   * @param memory counts those of closed scans
   * @param idleMillis how long it keeps those of closed scans
   */
  ScanRests(Optional<TableDirectory> directory, MemoryAccount.Share memory, long idleMillis) {
    this(
        directory,
        ForkJoinPool.commonPool(),
        memory,
        idleMillis,
        CompletableFuture.delayedExecutor(idleMillis, TimeUnit.MILLISECONDS));
  }

  /**
   * The same; {@code background} deletes old files once a day, when a scan opens, and {@code later}
   * does something when a rest that is kept now has become too old.
   */
  ScanRests(
      Optional<TableDirectory> directory,
      Executor background,
      MemoryAccount.Share memory,
      long idleMillis,
      Executor later) {
    this.directory = directory;
    this.background = background;
    this.memory = memory;
    this.idleMillis = idleMillis;
    this.later = later;
  }

  /** Returns a new ticket. */
  long ticket() {
    return first | (tickets.incrementAndGet() & ((1L << COUNTER_BITS) - 1));
  }

  /** Records that the scan of a ticket is open. */
  void opened(Source scan, long ticket) {
    synchronized (this) {
      open.put(scan, ticket);
    }
    long now = EnvironmentEdgeManager.currentTime();
    long due = nextDeletion.get();
    if (now >= due && nextDeletion.compareAndSet(due, now + TableDirectory.LIFE_MILLIS)) {
      directory.ifPresent(files -> background.execute(files::deleteOld));
    }
  }

  /** Records that a scan has been closed, perhaps before the client has received all rows. */
  synchronized void closed(Source scan, ScanRest rest) {
    Long ticket = open.remove(scan);
    if (ticket != null && !rest.isEmpty() && rest.bytes() <= MOST_KEPT_BYTES) {
      keep(ticket, rest);
    }
  }

  private void keep(long ticket, ScanRest rest) {
    long before = keptBytes;
    Optional.ofNullable(kept.remove(ticket)).ifPresent(last -> keptBytes -= last.rest().bytes());
    kept.put(ticket, new Kept(rest, EnvironmentEdgeManager.currentTime()));
    keptBytes += rest.bytes();
    drop(oldest -> keptBytes > MOST_KEPT_BYTES);
    memory.add(keptBytes - before);
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
        keptBytes -= next.rest().bytes();
        oldest.remove();
      }
    }
  }

  /** Drops the rests for which no client has come in time, and comes again for the others. */
  private synchronized void sweep() {
    long before = keptBytes;
    long now = EnvironmentEdgeManager.currentTime();
    drop(oldest -> now - oldest.since() >= idleMillis);
    memory.add(keptBytes - before);
    sweeping = !kept.isEmpty();
    if (sweeping) {
      later.execute(this::sweep);
    }
  }

  /**
   * Returns what is known of the scan of a ticket; empty if the number is no ticket, or if the file
   * cannot be read.
   */
  Optional<ScanRest> find(long ticket) {
    if ((ticket & TICKET) == 0 || ticket < 0) {
      return Optional.empty();
    }
    try {
      return file(ticket) == file(first)
          ? ofThisRegion(ticket)
          : directory.isEmpty()
              ? Optional.empty()
              : directory.get().read(name(ticket), in -> RestFile.find(in, ticket));
    } catch (IOException | RuntimeException e) {
      LOG.warn("a scan reads its rows again: rows in pieces may come torn", e);
      return Optional.empty();
    }
  }

  private Optional<ScanRest> ofThisRegion(long ticket) throws IOException {
    for (Map.Entry<Source, Long> scan : open().entrySet()) {
      if (scan.getValue() == ticket) {
        return Optional.of(scan.getKey().rest(0));
      }
    }
    synchronized (this) {
      Optional<ScanRest> rest = Optional.ofNullable(kept.remove(ticket)).map(Kept::rest);
      // The answer may get lost, and the client come once more.
      rest.ifPresent(
          found -> kept.put(ticket, new Kept(found, EnvironmentEdgeManager.currentTime())));
      return rest;
    }
  }

  private synchronized Map<Source, Long> open() {
    return new HashMap<>(open);
  }

  /** Writes the rests of all scans to the table's directory, after the region has closed. */
  void handOver() {
    Map<Source, Long> scans;
    Map<Long, ScanRest> rests;
    synchronized (this) {
      scans = open();
      rests = new LinkedHashMap<>();
      kept.forEach((ticket, closed) -> rests.put(ticket, closed.rest()));
      kept.clear();
      keptBytes = 0;
    }
    memory.close();
    scans.forEach((scan, ticket) -> add(ticket, scan, rests));
    rests.values().removeIf(ScanRest::isEmpty);
    if (rests.isEmpty() || directory.isEmpty()) {
      return;
    }
    try {
      directory.get().write(name(first), out -> RestFile.write(out, rests));
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} scans cannot be passed on: rows in pieces may come torn", rests.size(), e);
    }
    directory.get().deleteOld();
  }

  private static void add(long ticket, Source scan, Map<Long, ScanRest> rests) {
    long bytes = rests.values().stream().mapToLong(ScanRest::bytes).sum();
    try {
      ScanRest rest = rest(scan, bytes < MOST_BYTES_READ_AHEAD ? MOST_BYTES_OF_A_SCAN : 0);
      if (bytes + rest.bytes() <= MOST_BYTES) {
        rests.put(ticket, rest);
      }
    } catch (IOException | RuntimeException e) {
      LOG.info("a scan cannot be passed on", e);
    }
  }

  /** Returns the rest with rows that the client has not begun to read, or without them. */
  private static ScanRest rest(Source scan, long most) throws IOException {
    try {
      return scan.rest(most);
    } catch (IOException | RuntimeException e) {
      if (most == 0) {
        throw e;
      }
      LOG.info("a scan is passed on without the rows that follow", e);
      return scan.rest(0);
    }
  }

  private static long file(long ticket) {
    return ticket >>> COUNTER_BITS;
  }

  private static String name(long ticket) {
    return Long.toHexString(file(ticket));
  }
}
