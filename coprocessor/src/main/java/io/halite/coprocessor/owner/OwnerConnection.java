package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.RegionRpcs;
import io.halite.coprocessor.host.RegionRpcs.Envelope;
import io.halite.coprocessor.table.Setting;
import io.halite.coprocessor.table.SiteSwitches;
import io.halite.routing.host.RequestAttributes;
import io.halite.routing.wait.RunningClock;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One region server's own connection to the cluster, for forwards.
 *
 * <p>It never repeats a request itself, since HBase's client repeats requests that may have run.
 * Its pauses are short. It is a plain connection even where the configuration names the connection
 * plug-in, which would route a stored key again. A request to this very server is an RPC, too:
 * HBase's short circuit runs some requests as the client's user and hides errors of others.
 *
 * <p>It opens at first use, since a region may open before {@code hbase:meta}. Thread-safe.
 */
public final class OwnerConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerConnection.class);

  private final Configuration conf;
  private final ForwardedAttributes attributes;
  private final boolean sharing;
  private final EntryConsents consents;
  private final SaltedServer server;
  private final ConnectionUses uses = new ConnectionUses(this::closeAll);
  private final ServerAsyncConnection async;
  private final VacantImages vacantImages;
  private final ScansElsewhere scansElsewhere;
  private final Opening<Opened> opening;
  private final ForwardThreads threads = new ForwardThreads();

  /** The open connection for calls, and the regions that it reaches in either pool. */
  private record Opened(RegionRpcs calls, OwnerRegions regions, OwnerRegions entryRegions)
      implements Closeable {
    @Override
    public void close() throws IOException {
      calls.close();
    }
  }

  /**
   * Makes a connection, not yet open, to the cluster that {@code site} configures.
   *
   * @param here the server that owns the connection
   * @param fence starts what it closes in the end
   * @param sharedData the coprocessors' shared data, which the classes of other jars see too
   */
  public OwnerConnection(
      Configuration site,
      ServerName here,
      SaltingMetrics metrics,
      Supplier<Fence> fence,
      Map<String, Object> sharedData) {
    this.conf = OwnConfiguration.of(site);
    this.async = new ServerAsyncConnection(conf, uses);
    this.opening = new Opening<>(uses, ForwardRetry.CONNECTION_OPEN_MILLIS, this::opening);
    this.scansElsewhere = ScansElsewhere.by(async, here);
    // Once for each server. Regions, which read some of them, would warn repeatedly.
    SiteSwitches.objections(site).forEach(LOG::warn);
    this.sharing = SiteSwitches.isOn(Setting.FORWARD_SHARING, site);
    this.attributes = new ForwardedAttributes(site);
    this.consents = new EntryConsents(async::readDescriptor, RunningClock::millis);
    // After all that may find a wrong setting, since it starts threads that nobody would end then.
    this.server = new SaltedServer(site, here, metrics, fence, sharedData);
    this.vacantImages = VacantImages.by(async, conf, server.regions(), metrics);
  }

  /** Returns what all salted regions of this server share. */
  public SaltedServer server() {
    return server;
  }

  /** Returns the consents of index tables to keep entries. */
  public EntryConsents consents() {
    return consents;
  }

  /** Returns what finds the images of scans in which no cell is stored. */
  public VacantImages vacantImages() {
    return vacantImages;
  }

  /** Returns the client by which gateways fetch the rests of scans from other servers. */
  public ScansElsewhere scansElsewhere() {
    return scansElsewhere;
  }

  /**
   * Returns calls that send requests for single rows of a table to their owners, with the RPC
   * attributes of the client's request that this thread serves.
   *
   * @param budget bounds the wait for the connection, if it is still to open
   * @throws IOException if the connection cannot be opened
   */
  public OwnerCalls calls(TableName table, Budget budget) throws IOException {
    return new OwnerCalls(
        opening.open(budget.left()).regions(), table, attributes.current(), sharing);
  }

  /**
   * Returns calls that send reads and writes of many rows of a table to their owners, with the RPC
   * attributes of the client's request that this thread serves.
   *
   * @param budget bounds the wait for the connection, if it is still to open
   * @throws IOException if the connection cannot be opened
   */
  public OwnerBatch batch(TableName table, Budget budget) throws IOException {
    return batch(opening.open(budget.left()).regions(), table);
  }

  /**
   * Returns batches of index entries. They never run on handlers for which forwards wait.
   *
   * @throws IOException if the connection cannot be opened
   */
  public OwnerBatch entries(TableName index, Budget budget) throws IOException {
    return batch(opening.open(budget.left()).entryRegions(), index);
  }

  private OwnerBatch batch(OwnerRegions regions, TableName table) {
    return new OwnerBatch(
        regions, table, attributes.current(), threads.executor(), server.copyLimit());
  }

  /** Returns an index table for scans; each attempt takes {@code millis} milliseconds at most. */
  public AsyncTable<AdvancedScanResultConsumer> entryScans(TableName index, long millis)
      throws IOException {
    return ClientBounds.ofEntryScans(scanBuilder(async.open(millis), index), millis).build();
  }

  /**
   * Returns a table for stored scans; consumers run on a network thread and must not wait.
   *
   * @throws IOException if the connection cannot be opened, or if no permit is left to wait for it
   */
  public AsyncTable<AdvancedScanResultConsumer> scans(TableName table) throws IOException {
    return ClientBounds.ofScans(
            scanBuilder(async.open(ForwardRetry.LOCATE_MILLIS, server.permits()), table))
        .build();
  }

  /** Sends one natural get to a server, whether or not it holds the region, and repeats nothing. */
  public Result probe(HRegionLocation at, Get get, Map<String, byte[]> attributes)
      throws IOException {
    Envelope envelope = new Envelope(HConstants.NORMAL_QOS, attributes);
    try (ConnectionUses.Use use = uses.begin()) {
      return opening
          .open(ForwardRetry.PROBE_MILLIS)
          .calls()
          .to(at, envelope, ForwardRetry.PROBE_MILLIS)
          .get(get);
    }
  }

  private AsyncTableBuilder<AdvancedScanResultConsumer> scanBuilder(
      AsyncConnection connection, TableName table) {
    AsyncTableBuilder<AdvancedScanResultConsumer> builder = connection.getTableBuilder(table);
    RequestAttributes.put(attributes.current(), builder);
    return builder;
  }

  private CompletableFuture<Opened> opening() {
    CompletableFuture<Opened> opened = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                opened.complete(opened(RegionRpcs.open(conf, server.name())));
              } catch (Exception | Error e) {
                opened.completeExceptionally(e);
              }
            },
            "halite-open");
    thread.setDaemon(true);
    thread.start();
    return opened;
  }

  private Opened opened(RegionRpcs calls) {
    OwnerLocations locations = new OwnerLocations(async::readLocation);
    return new Opened(
        calls,
        regions(calls, locations, server.permits()),
        regions(calls, locations, server.entryPermits()));
  }

  private OwnerRegions regions(RegionRpcs calls, OwnerLocations locations, HandlerPermits pool) {
    return new OwnerRegions(calls, uses, locations, pool.forwardPriority(), server);
  }

  /** Closes the connection when the last forward over it has ended; no other begins. */
  @Override
  public void close() throws IOException {
    uses.close();
  }

  private synchronized void closeAll() {
    try (async;
        opening;
        threads;
        server) {
      // In reverse order, each of them whatever becomes of the others.
    }
  }
}
