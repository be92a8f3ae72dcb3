package io.halite.coprocessor.owner;

import io.halite.coprocessor.table.Setting;
import java.lang.ref.Cleaner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Limits the scans by natural key that a server holds open, of all users together and of each one.
 *
 * <p>Each scan may hold rows that it has read ahead, in memory that HBase does not count, and an
 * open scanner in each bucket. The server refuses a scan beyond the limits before it reads; HBase's
 * client waits and opens it again. Scans of tables that load Halite from different jars count
 * together. Thread-safe.
 */
public final class OpenScans {

  private final long mostOfServer;
  private final long mostOfUser;
  private final SaltingMetrics metrics;
  private final MemoryAccount memory;

  /** The open scans of each user; its monitor guards it. All jars have this map. */
  private final Map<String, Integer> users;

  private final Cleaner forgotten = Cleaner.create();

  /**
   * Reads the limits from a server's configuration, unless another jar has set them before.
   *
   * @param metrics counts refused scans
   * @param memory the server's account, in which each scan has a share
   */
  public OpenScans(
      Configuration server, SaltingMetrics metrics, MemoryAccount memory, ServerWide shared) {
    // Read in any case, so that a wrong value fails in each jar.
    long ofServer = Setting.SCANS_OPEN_SERVER.number(server);
    long ofUser = Setting.SCANS_OPEN_USER.number(server);
    this.memory = memory;
    this.mostOfServer = shared.get("scans/of server", () -> ofServer);
    this.mostOfUser = shared.get("scans/of user", () -> ofUser);
    this.users = shared.get("scans/open", ConcurrentHashMap::new);
    this.metrics = metrics;
  }

  /** One scan's share of the limits; the first {@link #close} gives it back. */
  public final class Slot implements AutoCloseable {
    private final String user;
    private final MemoryAccount.Share share;
    private final MemoryAccount.Share copies;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean held;

    private Slot(String user, MemoryAccount.Share share, MemoryAccount.Share copies) {
      this.user = user;
      this.share = share;
      this.copies = copies;
    }

    /** The copies of the request are sent. */
    public void sent() {
      copies.close();
    }

    /** Returns what the scan holds in memory, which it gives back with its slot. */
    public MemoryAccount.Share memory() {
      return share;
    }

    /**
     * Counts an open scan, and releases the slot also when {@code scanner} becomes unreachable
     * without a close, and closes its rows. HBase drops a scanner that way if a later observer
     * fails.
     *
     * @param rows closes the rows; must not refer to the scanner
     */
    public void heldBy(Object scanner, Runnable rows) {
      held = true;
      metrics.scanOpened();
      forgotten.register(
          scanner,
          () -> {
            close();
            rows.run();
          });
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        share.close();
        copies.close();
        if (held) {
          metrics.scanClosed();
        }
        closed(user);
      }
    }
  }

  /**
   * Counts one more scan of a user, and reserves memory for it.
   *
   * @param bytes that the scan reads ahead; while much is reserved, it is given a part of them
   * @param wholly whether it cannot do with a part
   * @param copies the bytes of all copies of the request, until they are sent
   * @return the scan's slot, which is closed when the scan ends
   * @throws RpcThrottlingException if the user or the server has reached its limit, or memory is
   *     short; it carries the wait after which HBase's client opens the scan again by itself
   */
  public Slot open(String user, long bytes, boolean wholly, long copies)
      throws RpcThrottlingException {
    synchronized (users) {
      int ofUser = users.getOrDefault(user, 0);
      if (ofUser >= mostOfUser) {
        throw refused("user '" + user + "'", ofUser, mostOfUser, Setting.SCANS_OPEN_USER);
      }
      int ofServer = users.values().stream().mapToInt(Integer::intValue).sum();
      if (ofServer >= mostOfServer) {
        throw refused("this server", ofServer, mostOfServer, Setting.SCANS_OPEN_SERVER);
      }
      Slot slot = slot(user, memory.openScan(bytes, wholly, mostOfServer), copies);
      users.put(user, ofUser + 1);
      return slot;
    }
  }

  private Slot slot(String user, MemoryAccount.Share share, long copies)
      throws RpcThrottlingException {
    try {
      return new Slot(user, share, memory.open(copies, "a scan that is sent to its owners"));
    } catch (RpcThrottlingException e) {
      share.close();
      throw e;
    }
  }

  private void closed(String user) {
    synchronized (users) {
      users.computeIfPresent(user, (name, count) -> count > 1 ? count - 1 : null);
    }
  }

  private RpcThrottlingException refused(String whose, int count, long most, Setting setting) {
    metrics.scanRefused();
    return ForwardRetry.later(
        ForwardRetry.SCAN_SLOT_WAIT_MILLIS,
        whose
            + " has "
            + count
            + " scans of salted tables open here, and may have "
            + most
            + ": close scans that are not read to their end, or raise "
            + setting.key()
            + " in hbase-site.xml of the region servers");
  }
}
