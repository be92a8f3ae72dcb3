package io.halite.coprocessor.owner;

import io.halite.coprocessor.owner.SaltingMetrics.Use;
import io.halite.coprocessor.table.Setting;
import io.halite.routing.merge.ScanMemory;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * The account of the bytes that one server holds in memory for requests by natural key: one of the
 * rows of open scans, and one of what is being forwarded, with its answers. They have the same
 * bound, so that scans of large rows leave room for the forwards of others.
 *
 * <p>Each scan and each forward has a share. What it needs at least is reserved before it begins:
 * if that does not fit, the server refuses it, and HBase's client repeats it after the wait that
 * the refusal names. A request that is alone is admitted, however large it is, since a plain table
 * serves it too. What arrives from owners beyond the reservation is counted, and scans then read no
 * further ahead than they must.
 *
 * <p>Example: of a heap of 1 GiB, 10 percent are 107,374,180 bytes. A scan of 64 images needs 2
 * MiB. Thread-safe.
 */
public final class MemoryAccount {
  private final Use use;
  private final long bound;
  private final SaltingMetrics metrics;
  private long held;
  private int waiting;

  /** Reads the bound from a server's configuration; {@code metrics} show the account. */
  public MemoryAccount(Use use, Configuration server, SaltingMetrics metrics) {
    this(
        use,
        Runtime.getRuntime().maxMemory() / 100 * Setting.MEMORY_PERCENT.number(server),
        metrics);
  }

  /** An account of at most {@code bound} bytes. */
  MemoryAccount(Use use, long bound, SaltingMetrics metrics) {
    this.use = use;
    this.bound = bound;
    this.metrics = metrics;
    metrics.memoryBound(use, bound);
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
    if (!share.reserve(bytes)) {
      throw refused(bytes, what);
    }
    return share;
  }

  /** Refuses a request whose bytes do not fit now, and reserves none; as {@link #open}. */
  public void require(long bytes, String what) throws RpcThrottlingException {
    if (!fits(bytes)) {
      throw refused(bytes, what);
    }
  }

  private synchronized boolean fits(long bytes) {
    return held == 0 || bytes <= bound - held;
  }

  private RpcThrottlingException refused(long bytes, String what) {
    metrics.memoryRefused(use);
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

  /** Returns the bytes that all shares hold now. */
  public synchronized long held() {
    return held;
  }

  private synchronized boolean tryAdd(long bytes) {
    if (!fits(bytes)) {
      return false;
    }
    add(bytes);
    return true;
  }

  private synchronized void add(long bytes) {
    held += bytes;
    metrics.memoryHeld(use, bytes);
    if (bytes < 0 && waiting > 0) {
      notifyAll();
    }
  }

  private synchronized boolean isFull() {
    return held >= bound;
  }

  private synchronized void await(long bytes, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    waiting++;
    try {
      while (!fits(bytes)) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return;
        }
        wait(left);
      }
    } finally {
      waiting--;
    }
  }

  /**
   * What one request holds: the bytes that are reserved for it, or those that it has if they are
   * more. The first {@link #close} gives all of them back; what arrives later counts nothing.
   */
  public final class Share implements ScanMemory, AutoCloseable {
    private long reserved;
    private long arrived;
    private boolean closed;

    private Share() {}

    /** Reserves so many bytes in all, in place of those reserved before, if they fit. */
    public synchronized boolean reserve(long bytes) {
      long more = Math.max(bytes, arrived) - counted();
      if (closed) {
        return true;
      }
      if (more <= 0) {
        MemoryAccount.this.add(more);
      } else if (!tryAdd(more)) {
        return false;
      }
      reserved = bytes;
      return true;
    }

    /** Waits at most {@code millis} milliseconds until so many bytes can be reserved. */
    public void awaitRoom(long bytes, long millis) throws InterruptedException {
      await(bytes, millis);
    }

    @Override
    public synchronized void add(long bytes) {
      if (!closed) {
        long before = counted();
        arrived += bytes;
        MemoryAccount.this.add(counted() - before);
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
        MemoryAccount.this.add(-counted());
      }
    }
  }
}
