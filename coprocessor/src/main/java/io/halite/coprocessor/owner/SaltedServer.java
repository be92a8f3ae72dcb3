package io.halite.coprocessor.owner;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;

/**
 * What all salted regions of one server share beside its connection: the limits of what they hold
 * and wait for together, its metrics, what keeps requests from running twice or too late, and which
 * regions there are.
 *
 * <p>The server's {@link OwnerConnection} makes it, and closes it when its last forward has ended.
 * Thread-safe.
 */
public final class SaltedServer implements AutoCloseable {
  private final ServerName name;
  private final SaltingMetrics metrics;
  private final HandlerPermits permits;
  private final HandlerPermits entryPermits;
  private final MemoryAccounts memory;
  private final OpenScans openScans;
  private final CopyLimit copyLimit;
  private final ServerShares shares;
  private final Outcomes outcomes;
  private final ServedRegions regions = new ServedRegions();
  private final Fence fence;

  /**
   * Reads the limits from the configuration of the server {@code name}.
   *
   * @param fence starts what this closes in the end
   * @param sharedData the coprocessors' shared data, which the classes of other jars see too
   */
  SaltedServer(
      Configuration site,
      ServerName name,
      SaltingMetrics metrics,
      Supplier<Fence> fence,
      Map<String, Object> sharedData) {
    this.name = name;
    this.metrics = metrics;
    this.permits = new HandlerPermits(site, metrics, sharedData);
    this.entryPermits = permits.ofCommonQueues();
    ServerWide shared = new ServerWide(sharedData, name);
    this.memory = MemoryAccounts.of(site, metrics, shared);
    this.openScans = new OpenScans(site, metrics, memory.scans(), shared);
    this.copyLimit = new CopyLimit(site);
    this.shares = new ServerShares(site, name, entryPermits, shared);
    this.outcomes = Outcomes.of(site, metrics);
    // Last, since it starts threads that nobody would end after a wrong setting.
    this.fence = fence.get();
  }

  ServerName name() {
    return name;
  }

  /** Returns the salted regions that this server serves. */
  public ServedRegions regions() {
    return regions;
  }

  /** Returns this server's metrics. */
  public SaltingMetrics metrics() {
    return metrics;
  }

  /** Returns the permits of this server's handlers. */
  public HandlerPermits permits() {
    return permits;
  }

  /** Returns the permits to wait for index tables, whose requests the common queues serve. */
  public HandlerPermits entryPermits() {
    return entryPermits;
  }

  /** Returns the limit of merged scans that this server holds open. */
  public OpenScans openScans() {
    return openScans;
  }

  /** Returns the account of what this server holds for its open scans. */
  public MemoryAccount scanMemory() {
    return memory.scans();
  }

  /** Returns the account of what this server holds for forwards. */
  public MemoryAccount forwardMemory() {
    return memory.forwards();
  }

  /** Returns the account of what this server holds for pages of newest rows. */
  public MemoryAccount pageMemory() {
    return memory.pages();
  }

  /** Returns the account of what this server holds for answers to batches of gets. */
  public MemoryAccount answerMemory() {
    return memory.answers();
  }

  /** Returns the limit of bytes in all copies of one request. */
  public CopyLimit copyLimit() {
    return copyLimit;
  }

  /** Returns how many requests each other server may have from this one at a time. */
  ServerShares shares() {
    return shares;
  }

  /** Returns the outcomes of the conditional writes that this server has applied as an owner. */
  public Outcomes outcomes() {
    return outcomes;
  }

  /** Returns what keeps old writes out, of this server's clients and of other gateways. */
  public Fence fence() {
    return fence;
  }

  @Override
  public void close() {
    try (outcomes;
        fence) {
      // In reverse order, each of them whatever becomes of the other.
    }
  }
}
