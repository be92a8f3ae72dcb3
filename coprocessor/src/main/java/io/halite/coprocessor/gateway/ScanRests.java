package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.TableDirectory;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.ScanTicket;
import io.halite.coprocessor.owner.ServedScans;
import io.halite.routing.merge.ScanMemory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
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
final class ScanRests implements ServedScans.OfRegion {
  private static final Logger LOG = LoggerFactory.getLogger(ScanRests.class);

  private static final long MOST_BYTES = 64L << 20;
  private static final long MOST_BYTES_READ_AHEAD = 4L << 20;
  private static final long MOST_BYTES_OF_A_SCAN = 64L << 10;

  /** Two rows of the size up to which a scan with a batch has whole rows. */
  private static final long MOST_BYTES_ASKED = 8L << 20;

  /** The scan in a refusal. */
  static final String RESUMED = "a scan that a client resumes";

  private final Place place;
  private final RestFiles files;
  private final Executor background;
  private final MemoryAccount memory;
  private final ClosedScans closed;
  private final AtomicLong nextDeletion = new AtomicLong();
  private final ScanTicket first;
  private final AtomicLong tickets = new AtomicLong();

  /** Holds no scanner that HBase has dropped without a close. */
  private final Map<Source, Long> open = new WeakHashMap<>();

  private boolean handedOver;

  /**
   * Where the scans are.
   *
   * @param scans the scans of all regions of the server
   * @param mayLive whether a server may live that may have made a ticket
   */
  record Place(
      TableName table, ServerName server, ServedScans scans, Predicate<ScanTicket> mayLive) {}

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
   * @param place asked for the scans of other regions of the table
   * @param directory where to write them; empty to keep them in memory only
   * @param memory counts those of closed scans, and those that it reads
   * @param idleMillis how long it keeps those of closed scans
   */
  ScanRests(
      Place place, Optional<TableDirectory> directory, MemoryAccount memory, long idleMillis) {
    this(
        place,
        directory,
        ForkJoinPool.commonPool(),
        memory,
        new ClosedScans(memory.share(), idleMillis));
  }

  /**
   * The same; {@code background} deletes old files once a day, when a scan opens, and {@code
   * closed} keeps the rests of closed scans.
   */
  ScanRests(
      Place place,
      Optional<TableDirectory> directory,
      Executor background,
      MemoryAccount memory,
      ClosedScans closed) {
    this.place = place;
    this.first = ScanTicket.first(place.server());
    this.files = new RestFiles(directory, place);
    this.background = background;
    this.memory = memory;
    this.closed = closed;
  }

  /** Returns a new ticket. */
  long ticket() {
    return first.ofScan(tickets.incrementAndGet()).number();
  }

  /** Records that the scan of a ticket is open. */
  void opened(Source scan, long ticket) {
    synchronized (this) {
      open.put(scan, ticket);
      if (!handedOver) {
        place.scans().entered(place.table(), first.region(), this);
      }
    }
    long now = EnvironmentEdgeManager.currentTime();
    long due = nextDeletion.get();
    if (now >= due && nextDeletion.compareAndSet(due, now + TableDirectory.LIFE_MILLIS)) {
      background.execute(files::deleteOld);
    }
  }

  /** Records that a scan has been closed, perhaps before the client has received all rows. */
  synchronized void closed(Source scan, ScanRest rest) {
    Long ticket = open.remove(scan);
    if (ticket != null && !rest.isEmpty()) {
      closed.keep(ticket, rest);
    }
  }

  /**
   * Returns what is known of a scan: by this region, by others of the table on this server, or by a
   * file of a region that has closed. Empty if the number is no ticket, or if something fails.
   *
   * @throws RpcThrottlingException if its rows do not fit into memory now; they are not read then
   */
  Optional<ScanRest> find(long readPoint) throws RpcThrottlingException {
    Optional<ScanTicket> asked = ScanTicket.of(readPoint);
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    ScanTicket ticket = asked.get();
    // Counts the rows while they are read: as soon as the scan is open, its own share has them.
    try (MemoryAccount.Share share = memory.share()) {
      RestFile.Room room = bytes -> memory.begin(share, bytes, RESUMED);
      if (ticket.region() == first.region()) {
        return ofThisRegion(ticket);
      }
      Optional<byte[]> beside = place.scans().find(place.table(), ticket);
      return beside.isPresent()
          ? RestFile.find(beside.get(), ticket.number(), room)
          : files.find(ticket, room);
    } catch (RpcThrottlingException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      LOG.warn("a scan reads its rows again: rows in pieces may come torn", e);
      return Optional.empty();
    }
  }

  /**
   * Returns the rows with which a scan begins that is open, of what another server knows of it;
   * empty if that cannot be read.
   *
   * @param chosen chooses the rows
   * @param memory counts them from now on
   */
  static Optional<ScanRest.Beginning> arrived(
      Optional<byte[]> rest,
      ScanTicket ticket,
      Function<ScanRest, Optional<ScanRest.Beginning>> chosen,
      ScanMemory memory) {
    try {
      Optional<ScanRest.Beginning> begins =
          rest.isEmpty()
              ? Optional.empty()
              : RestFile.find(rest.get(), ticket.number(), bytes -> {}).flatMap(chosen);
      begins.ifPresent(rows -> memory.add(rows.bytes()));
      return begins;
    } catch (IOException | RuntimeException e) {
      LOG.warn("a scan reads its rows again: rows in pieces may come torn", e);
      return Optional.empty();
    }
  }

  @Override
  public synchronized boolean knows(ScanTicket ticket) {
    return open.containsValue(ticket.number()) || closed.has(ticket.number());
  }

  @Override
  public Optional<byte[]> rest(ScanTicket ticket) throws IOException {
    Optional<ScanRest> rest =
        ofThisRegion(ticket).filter(known -> known.bytes() <= MOST_BYTES_ASKED);
    return rest.isEmpty() || rest.get().isEmpty()
        ? Optional.empty()
        : Optional.of(RestFile.toBytes(Map.of(ticket.number(), rest.get())));
  }

  private Optional<ScanRest> ofThisRegion(ScanTicket asked) throws IOException {
    long ticket = asked.number();
    for (Map.Entry<Source, Long> scan : open().entrySet()) {
      if (scan.getValue() == ticket) {
        return Optional.of(scan.getKey().rest(0));
      }
    }
    return closed.find(ticket);
  }

  private synchronized Map<Source, Long> open() {
    return new HashMap<>(open);
  }

  /** Writes the rests of all scans to the table's directory, after the region has closed. */
  void handOver() {
    Map<Source, Long> scans;
    Map<Long, ScanRest> rests;
    synchronized (this) {
      handedOver = true;
      scans = open();
      rests = closed.all();
    }
    scans.forEach((scan, ticket) -> add(ticket, scan, rests));
    rests.values().removeIf(ScanRest::isEmpty);
    try {
      files.write(first, rests);
    } finally {
      forget();
    }
  }

  /** Lets go of all scans. Until then others find in memory what is not yet in the file. */
  synchronized void forget() {
    handedOver = true;
    place.scans().left(place.table(), first.region());
    closed.close();
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
}
