package io.halite.coprocessor.owner;

import io.halite.coprocessor.owner.SaltingMetrics.Use;
import io.halite.coprocessor.table.Setting;
import io.halite.routing.merge.ScanMemory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * The account of the bytes that one server holds in memory for requests by natural key: one of the
 * rows of open scans, one of what is being forwarded, with its answers, one of pages of newest
 * rows, and one of answers to batches of gets. They have the same bound, so that scans of large
 * rows leave room for the others.
 *
 * <p>Each scan and each forward has a share. What it needs is reserved before it begins: if that
 * does not fit, the server refuses it, and HBase's client repeats it after the wait that the
 * refusal names. A request that needs no byte always fits. One request larger than the bound is
 * admitted beside the others, since a plain table serves it too. What arrives from owners beyond
 * the reservation is counted, and scans then read no further ahead than they must.
 *
 * <p>Example: of a heap of 1 GiB, 10 percent are 107,374,180 bytes. A scan of 64 images reserves 2
 * MiB; when such scans hold half of the bound, the next one reserves 104,857 bytes.
 *
 * <p>Tables that load Halite from different jars have accounts that count together. Thread-safe.
 */
public final class MemoryAccount {
  private static final String BOUND = "bound";
  private static final String HELD = "held";

  /** All bytes of the one request that is larger than its limit; absent if there is none. */
  private static final String OVERSIZE = "oversize";

  private final Use use;
  private final SaltingMetrics metrics;

  /** The numbers of the account by their names; its monitor guards them. All jars have this map. */
  private final Map<String, Long> counts;

  private final long bound;

  /** Reads the bound from a server's configuration; {@code metrics} show the account. */
  public MemoryAccount(Use use, Configuration server, SaltingMetrics metrics, ServerWide shared) {
    this(
        use,
        Runtime.getRuntime().maxMemory() / 100 * Setting.MEMORY_PERCENT.number(server),
        metrics,
        shared);
  }

  /** An account of at most {@code bound} bytes, unless another jar has set another bound before. */
  MemoryAccount(Use use, long bound, SaltingMetrics metrics, ServerWide shared) {
    this.use = use;
    this.metrics = metrics;
    this.counts = shared.get("memory/" + use, ConcurrentHashMap::new);
    this.bound = counts.computeIfAbsent(BOUND, name -> bound);
    metrics.memoryBound(use, this.bound);
  }

  /** Returns a share that holds nothing yet. */
  public Share share() {
    return new Share();
  }

  /**
   * Returns a share with so many bytes, to be closed when they are held no longer.
   *
   * @param what names the request in a refusal: {@code a batch}
   * @throws RpcThrottlingException if they do not fit now; nothing of the request has run
   */
  public Share open(long bytes, String what) throws RpcThrottlingException {
    Share share = share();
    require(share, bytes, what);
    return share;
  }

  /**
   * Has a share hold so many bytes in all, in place of those that it holds.
   *
   * @param what names the request in a refusal: {@code a batch}
   * @throws RpcThrottlingException if they do not fit now; the share holds what it held
   */
  public void require(Share share, long bytes, String what) throws RpcThrottlingException {
    if (!share.reserve(bytes)) {
      throw refused(bytes, what);
    }
  }

  /**
   * Adds bytes that a request holds as soon as it begins to what its share has, while others do not
   * fill the account; its reservation stays as it is.
   *
   * <p>They may pass the bound: rows with which a scan is resumed are often held by the scan before
   * it, too, which ends after it.
   *
   * @param what names the request in a refusal: {@code a batch}
   * @throws RpcThrottlingException if others fill the account; the share holds what it held
   */
  public void begin(Share share, long bytes, String what) throws RpcThrottlingException {
    if (!share.begin(bytes)) {
      throw refused(bytes, what);
    }
  }

  /**
   * Returns the share of a scan, which holds its reservation until it is closed.
   *
   * <p>Scans that reserve all that they may read ahead have one half of the bound. The other half
   * has a part for each scan that may be open, so that open scans alone never refuse another one.
   *
   * @param bytes that the scan reads ahead
   * @param wholly whether it cannot do with less
   * @param scans how many may be open
   * @throws RpcThrottlingException if not even the part fits; nothing of the scan has run
   */
  Share openScan(long bytes, boolean wholly, long scans) throws RpcThrottlingException {
    Share share = share();
    long half = bound / 2;
    long least = wholly ? bytes : Math.min(bytes, half / scans);
    boolean fits = wholly ? share.reserve(bytes, half) : share.reserveAhead(bytes);
    if (!fits && (wholly || !share.reserve(least, bound))) {
      throw refused(least, "a scan");
    }
    return share;
  }

  /** Counts a request that was refused because the account is full. */
  public void refused() {
    metrics.memoryRefused(use);
  }

  private RpcThrottlingException refused(long bytes, String what) {
    refused();
    return ForwardRetry.later(
        ForwardRetry.memoryWaitMillis(use),
        what
            + " needs "
            + bytes
            + " bytes of memory, but this server holds "
            + held()
            + " of at most "
            + bound
            + " bytes for "
            + use
            + " of salted tables: send fewer or smaller requests at once, or raise "
            + Setting.MEMORY_PERCENT.key()
            + " in hbase-site.xml of the region servers");
  }

  /** Returns the bytes that all shares hold now, those of other jars, too. */
  public long held() {
    return counts.getOrDefault(HELD, 0L);
  }

  /** Adds bytes that fit below a limit, or a share that is above it and the only one that is. */
  private boolean tryAdd(long bytes, long limit, Share share) {
    synchronized (counts) {
      long others = held() - counts.getOrDefault(OVERSIZE, 0L);
      if (!share.oversize && bytes > limit - others) {
        if (share.counted() + bytes <= limit || counts.containsKey(OVERSIZE)) {
          return false;
        }
        share.oversize = true;
        counts.put(OVERSIZE, share.counted());
      }
      add(bytes, share);
      return true;
    }
  }

  private void fitAgain(Share share) {
    synchronized (counts) {
      if (share.oversize) {
        share.oversize = false;
        counts.remove(OVERSIZE);
      }
    }
  }

  private void add(long bytes, Share share) {
    synchronized (counts) {
      counts.merge(HELD, bytes, Long::sum);
      if (share.oversize) {
        counts.merge(OVERSIZE, bytes, Long::sum);
      }
    }
    metrics.memoryHeld(use, bytes);
  }

  /** Adds bytes, unless the account is full by what others hold. */
  private boolean addUnlessFull(long bytes, Share share) {
    synchronized (counts) {
      if (isFull() && held() > share.counted()) {
        return false;
      }
      add(bytes, share);
      return true;
    }
  }

  private boolean isFull() {
    return held() >= bound;
  }

  /**
   * What one request holds: the bytes that are reserved for it, or those that it has if they are
   * more. The first {@link #close} gives all of them back; what arrives later counts nothing.
   */
  public final class Share implements ScanMemory, AutoCloseable {
    private long reserved;
    private long arrived;
    private boolean closed;

    /** Whether this is the one request that is larger than its limit. */
    private boolean oversize;

    private Share() {}

    /** Reserves so many bytes in all, in place of those reserved before, if they fit. */
    public boolean reserve(long bytes) {
      return reserve(bytes, bound);
    }

    /**
     * Reserves what a scan reads ahead, as when it was opened: so many bytes in all, if they fit in
     * the half that has no part for each scan. If not, the share keeps what it has.
     */
    public boolean reserveAhead(long bytes) {
      return bytes <= bound / 2 && reserve(bytes, bound / 2);
    }

    private synchronized boolean reserve(long bytes, long limit) {
      long more = Math.max(bytes, arrived) - counted();
      if (closed) {
        return true;
      }
      if (more <= 0) {
        if (counted() + more <= limit) {
          fitAgain(this);
        }
        MemoryAccount.this.add(more, this);
      } else if (!tryAdd(more, limit, this)) {
        return false;
      }
      reserved = bytes;
      return true;
    }

    /** Adds bytes as {@link #add} does, unless the account is full. */
    private synchronized boolean begin(long bytes) {
      long more = Math.max(reserved, arrived + bytes) - counted();
      if (!closed && more > 0 && !addUnlessFull(more, this)) {
        return false;
      }
      arrived += closed ? 0 : bytes;
      return true;
    }

    @Override
    public synchronized long reserved() {
      return reserved;
    }

    @Override
    public synchronized void add(long bytes) {
      if (!closed) {
        long before = counted();
        arrived += bytes;
        if (counted() != before) {
          MemoryAccount.this.add(counted() - before, this);
        }
      }
    }

    private long counted() {
      return Math.max(reserved, arrived);
    }

    @Override
    public boolean isShort() {
      return isFull();
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        fitAgain(this);
        MemoryAccount.this.add(-counted(), this);
      }
    }
  }
}
