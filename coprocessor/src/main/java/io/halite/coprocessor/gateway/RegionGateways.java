package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.OwnCluster;
import io.halite.coprocessor.host.TableDirectory;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.Fence;
import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.coprocessor.owner.ForwardTime;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.QuotaAdvice;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.coprocessor.owner.ServedRegions;
import io.halite.coprocessor.owner.SharedConnection;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.util.Pair;

/**
 * The gateways of one region of a salted table: for natural writes, gets and scans, for marked
 * writes, and for bulk loads. Thread-safe.
 */
public final class RegionGateways implements AutoCloseable {
  private final RegionCoprocessorEnvironment env;
  private final OwnerConnection owners;
  private final SaltedServer server;
  private final WriteGateway writes;
  private final MarkedWrites marked;
  private final MarkedConditions conditions;
  private final NumberedDeletes deletes;
  private final ReadGateway reads;
  private final ScanGateway scans;
  private final LoadedFiles files;
  private final AppliedNonces nonces;
  private final LoadGate gate = new LoadGate();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Opens the gateways of the region of {@code env}, under the spec of {@code table}.
   *
   * @throws IllegalArgumentException if the configuration of the table or site is wrong
   */
  public static RegionGateways open(SaltedTable table, RegionCoprocessorEnvironment env) {
    RegionSettings settings = RegionSettings.of(env);
    settings.warnOfFormer();
    OwnerConnection owners = SharedConnection.acquire(env, settings.site());
    try {
      return new RegionGateways(table, env, settings, owners);
    } catch (RuntimeException | Error e) {
      try {
        SharedConnection.release(env);
      } catch (IOException notClosed) {
        e.addSuppressed(notClosed);
      }
      throw e;
    }
  }

  private RegionGateways(
      SaltedTable table,
      RegionCoprocessorEnvironment env,
      RegionSettings settings,
      OwnerConnection owners) {
    this.env = env;
    this.owners = owners;
    this.server = owners.server();
    Configuration site = settings.site();
    RegionInfo region = env.getRegionInfo();
    PassCosts passCosts = PassCosts.of(settings, env.getMetricRegistryForRegionServer());
    FamilyRules families = FamilyRules.of(env.getRegion().getTableDescriptor());
    ForwardTime forwardTime = ForwardTime.of(site);
    QuotaAdvice.look(
        env.getSharedData(), env.getServerName().toString(), site, env.getConnection());
    ForwardBudgets budgets =
        new ForwardBudgets(region, this::isClosing, forwardTime, server.fence()::deadline);
    this.writes = writes(table, env, owners, budgets, gate);
    this.marked = new MarkedWrites(env.getRegion(), table, server.metrics());
    this.conditions =
        new MarkedConditions(env.getRegion(), table, server.outcomes(), server.metrics());
    this.deletes = new NumberedDeletes(table, server.outcomes());
    this.files = new LoadedFiles(table, settings);
    this.nonces = AppliedNonces.of(env, site);
    Forwards readForwards = new Forwards(table.name(), owners, budgets.ofReads());
    RowReads rowReads = RowReads.of(table, region.getRegionName(), readForwards, families);
    IndexGateway indexes =
        new IndexGateway(table, owners, budgets.ofIndexReads(), rowReads::byEntry, gate);
    this.reads = new ReadGateway(rowReads, indexes, server.answerMemory());
    LockHold lock = new LockHold(this::isClosing, gate::isClosed, forwardTime);
    Set<String> rowLocal = settings.names(Setting.FILTERS_ROW_LOCAL);
    ScanRests rests = scanRests(table, env, site, server);
    ScannedRegion scanned = new ScannedRegion(region, table, owners, lock);
    this.scans = new ScanGateway(scanned, rowLocal, passCosts, families, rests, indexes);
  }

  private static WriteGateway writes(
      SaltedTable table,
      RegionCoprocessorEnvironment env,
      OwnerConnection owners,
      ForwardBudgets budgets,
      LoadGate gate) {
    Budgets ofBatches = budgets.ofBatches();
    Budgets ofConditions = budgets.ofConditions(!table.spec().indexes().isEmpty());
    Forwards batches = new Forwards(table.name(), owners, ofBatches);
    Forwards conditions = new Forwards(table.name(), owners, ofConditions);
    IndexEntries entries = new IndexEntries(table, owners, ofBatches);
    byte[] regionName = env.getRegionInfo().getRegionName();
    RowWrites rows = RowWrites.of(table, regionName, batches, conditions, entries);
    ReplayedRows replayed =
        new ReplayedRows(table, owners.server().regions()::tables, OwnCluster.otherThan(env));
    return new WriteGateway(env.getRegion(), table, replayed, entries, rows, ofBatches, gate);
  }

  private static ScanRests scanRests(
      SaltedTable table,
      RegionCoprocessorEnvironment env,
      Configuration site,
      SaltedServer server) {
    long idleMillis =
        site.getLong(
            HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
            HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD);
    return new ScanRests(
        new ScanRests.Place(
            table.name(),
            env.getServerName(),
            server.regions().scans(),
            ticket -> server.fence().mayLive(ticket::mayBeOf)),
        TableDirectory.of(env.getRegion()),
        server.scanMemory(),
        idleMillis);
  }

  /**
   * Begins a request that keeps the region open; returns what ends it, or nothing while a load of
   * files of several families needs the region.
   */
  public Optional<Runnable> keepOpen() {
    return gate.tryEnter().map(pass -> pass::close);
  }

  /**
   * Whether HBase refuses new requests. It announces the close earlier, before a first flush, and
   * serves requests during that.
   */
  private boolean isClosing() {
    return closed.get() || env.getRegion().isClosing() || env.getRegion().isClosed();
  }

  /** The observer has taken a natural request over, perhaps as that of a guest. */
  public void takeOver() {
    ClientRequest.current().pins().takeOver(env.getRegion());
  }

  /**
   * The observer has taken a get or a conditional write over: while it waits for the owner, the
   * region may close, also if it is the guest of the request.
   */
  public void takeOverAndRelease() {
    takeOver();
    ClientRequest.current().pins().release(env.getRegion());
  }

  /** The natural writes. */
  public WriteGateway writes() {
    return writes;
  }

  /** The marked writes. */
  public MarkedWrites marked() {
    return marked;
  }

  /** The marked conditional writes. */
  public MarkedConditions conditions() {
    return conditions;
  }

  /** The numbered deletes of newest versions. */
  public NumberedDeletes deletes() {
    return deletes;
  }

  /** The numbered increments and appends that the region has applied. */
  public AppliedNonces nonces() {
    return nonces;
  }

  /** The natural gets. */
  public ReadGateway reads() {
    return reads;
  }

  /** The natural scans. */
  public ScanGateway scans() {
    return scans;
  }

  /**
   * HBase is about to load files. If they are of several families, this waits for the forwards
   * under way, which hold the region's lock, and needs a permit to wait as forwards do.
   *
   * @param familyPaths family and path of each file
   */
  public void loading(List<Pair<byte[], String>> familyPaths) throws IOException {
    byte[] first = familyPaths.isEmpty() ? new byte[0] : familyPaths.get(0).getFirst();
    if (!familyPaths.stream().allMatch(path -> Arrays.equals(path.getFirst(), first))) {
      try (Permit permit = server.permits().acquire()) {
        gate.close(Thread.currentThread(), ForwardRetry.UNDER_LOCK_MILLIS);
      }
    }
  }

  /** What keeps old writes out. */
  public Fence fence() {
    return server.fence();
  }

  /** The salted regions of this server. */
  public ServedRegions served() {
    return server.regions();
  }

  /** Whether a load of files of several families waits for the region. */
  public boolean isWantedByLoad() {
    return gate.isClosed();
  }

  /** Whether such a load waits for the region, or holds its lock. */
  public boolean isLoading() {
    return gate.mayBeLocked();
  }

  /** HBase has loaded files, or has failed to. */
  public void loaded() {
    gate.open(Thread.currentThread());
  }

  /** The files of bulk loads. */
  public LoadedFiles files() {
    return files;
  }

  /**
   * Sends an existence check of the first row of {@code gateway} to a server that does not hold
   * that region.
   *
   * @param attributes the attributes of the request
   * @throws IOException if the server does not serve it as a guest
   */
  public Result probe(ServerName server, RegionInfo gateway, Map<String, byte[]> attributes)
      throws IOException {
    byte[] start = gateway.getStartKey();
    Get first = new Get(start.length == 0 ? new byte[1] : start).setCheckExistenceOnly(true);
    return owners.probe(new HRegionLocation(gateway, server), first, attributes);
  }

  /** Once: the observer that is loaded in place of another one closes that, and HBase may, too. */
  @Override
  public void close() throws IOException {
    if (closed.getAndSet(true)) {
      return;
    }
    try {
      if (!isAborting(env.getOnlineRegions())) {
        nonces.handOver();
        scans.handOver();
      }
    } finally {
      scans.forget();
      SharedConnection.release(env);
    }
  }

  /** Whether the server aborts. It then waits for no file system, which may be the cause. */
  static boolean isAborting(OnlineRegions server) {
    return server instanceof RegionServerServices services && services.isAborted();
  }
}
