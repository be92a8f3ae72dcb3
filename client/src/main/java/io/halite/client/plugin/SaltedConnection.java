package io.halite.client.plugin;

import io.halite.client.mapreduce.JobLocator;
import io.halite.keys.SaltingSpec;
import io.halite.routing.host.Connections;
import io.halite.routing.host.RequestAttributes;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose requests on salted tables go straight to the owner regions.
 *
 * <p>An application uses it by one line of its configuration, without a change of code:
 *
 * <pre>{@code
 * hbase.client.connection.impl = io.halite.client.plugin.SaltedConnection
 * }</pre>
 *
 * <p>Under the spec {@code key=row:*,salt=hash(*) % 16} a put of {@code 41 54 4C} is sent to the
 * region that covers {@code 0C·41 54 4C}, with the mark of that spec, instead of the gateway region
 * that covers {@code 41 54 4C}. Requests on tables without a spec pass through unchanged. A
 * connection that a master or region server opens for itself behaves as a plain one.
 *
 * <p>From HBase 3 on HBase's blocking connection is a layer over its asynchronous one: there this
 * one opens HBase's own over a {@link SaltedAsyncConnection}, which sends the requests.
 *
 * <p>Thread-safe, as every connection is.
 */
public final class SaltedConnection implements Connection {
  /**
   * Key of the client's configuration: how long a table's spec is used before a request asks for it
   * again, in milliseconds; 30,000 by default.
   */
  public static final String SPEC_MAX_AGE_KEY = "halite.client.spec.max-age";

  /**
   * Key of the client's configuration: the spec under which the rows are stored that a tool reads
   * from a WAL or a snapshot and writes through a {@code BufferedMutator}. They are sent under
   * their natural keys.
   */
  public static final String REPLAYED_SPEC_KEY = "halite.client.replayed.spec";

  static final String CONNECTION_KEY = "hbase.client.connection.impl";
  static final String ASYNC_CONNECTION_KEY = "hbase.client.async.connection.impl";

  private final Configuration conf;
  private final Connection real;
  private final ScanConnection scans;
  private final TableSpecs specs;
  private final IdleScanners idle;
  private final Way way;

  /** Which connection sends the requests on salted tables. */
  private enum Way {
    /** This one. */
    DIRECT,
    /** HBase 3: the {@link SaltedAsyncConnection} below. */
    LAYERED,
    /** HBase's own, since the connection is that of a master or region server. */
    OF_SERVER;

    static Way of(Optional<String> server) {
      return server.isPresent() ? OF_SERVER : Connections.areLayers() ? LAYERED : DIRECT;
    }
  }

  /** The constructor that HBase 2.6, and 3 from its first beta on, call by reflection. */
  public SaltedConnection(
      Configuration conf, ExecutorService pool, User user, @Nullable Map<String, byte[]> attributes)
      throws IOException {
    this.conf = conf;
    Optional<String> server = OwningServer.of(conf);

    if (server.isPresent()) {
      OwningServer.refuseLoads(conf, CONNECTION_KEY);
      OwningServer.sayAside(server.get(), CONNECTION_KEY);
    }
    // What may refuse a setting comes before what has to be closed.
    this.specs = TableSpecs.of(conf);
    this.idle = IdleScanners.of(conf);
    this.way = Way.of(server);
    Configuration own = withoutPlugin(conf);
    if (way == Way.LAYERED) {
      own.set(ASYNC_CONNECTION_KEY, SaltedAsyncConnection.class.getName());
      StoredKeyTools.forgetIn(own);
    } else if (way == Way.DIRECT) {
      PutLimits.liftIn(own);
    }
    Map<String, byte[]> given = attributes == null ? Map.of() : attributes;
    Map<String, byte[]> all = way == Way.OF_SERVER ? given : withoutDoors(given);
    this.real = Connections.open(own, pool, user, all);
    Configuration ofScans = way == Way.OF_SERVER ? own : waiting(own);
    this.scans = new ScanConnection(() -> Connections.openAsync(ofScans, user, all));
  }

  /** The constructor that HBase 2.5 and the alphas of 3 call by reflection. */
  public SaltedConnection(Configuration conf, ExecutorService pool, User user) throws IOException {
    this(conf, pool, user, Map.of());
  }

  /** Over connections that are already there. */
  SaltedConnection(Configuration conf, Connection real, ScanConnection scans, IdleScanners idle) {
    this.conf = conf;
    this.way = Way.DIRECT;
    this.real = real;
    this.scans = scans;
    this.specs = TableSpecs.of(conf);
    this.idle = idle;
  }

  /** The application's settings and no others: those of the class path may be another cluster's. */
  static Configuration withoutPlugin(Configuration conf) {
    Configuration own = new Configuration(false);
    own.setClassLoader(conf.getClassLoader());
    // The copy constructor of a compound or read-only configuration gives an empty one.
    HBaseConfiguration.merge(own, conf);
    own.unset(CONNECTION_KEY);
    own.unset(ASYNC_CONNECTION_KEY);
    return own;
  }

  private static Configuration waiting(Configuration own) {
    return ClosingRpcClient.nameIn(new Configuration(own), ClosingRpcClient.Waiting.class);
  }

  /** Servers redirect connections to spread their load, which the plug-in does by itself. */
  static Map<String, byte[]> withoutDoors(Map<String, byte[]> attributes) {
    Map<String, byte[]> all = new HashMap<>(attributes);
    all.putIfAbsent(TableAttributes.DOORS, "off".getBytes(StandardCharsets.UTF_8));
    return all;
  }

  /**
   * A table over the threads of the connection. A table that is built without threads has its own
   * and ends them when it is closed, which would end its scanners, too.
   */
  @Override
  public Table getTable(TableName name) throws IOException {
    return directed(name, real.getTable(name), () -> real.getTable(name));
  }

  @Override
  public TableBuilder getTableBuilder(TableName name, ExecutorService pool) {
    return new DirectTableBuilder(
        real.getTableBuilder(name, pool),
        table ->
            directed(
                name,
                table,
                () ->
                    WriteWaits.build(
                        real.getTableBuilder(name, pool), RequestAttributes.of(table))));
  }

  /** Whether HBase's own connection serves a table, by {@link SaltedAsyncConnection} on HBase 3. */
  private boolean passes(TableName name) {
    return way != Way.DIRECT || name.isSystemTable();
  }

  private Table directed(TableName name, Table table, WriteWaits.Opening another) {
    return passes(name)
        ? table
        : new DirectTable(table, conf, specs.of(name), scans, idle, another);
  }

  @Override
  public BufferedMutator getBufferedMutator(TableName name) throws IOException {
    return getBufferedMutator(new BufferedMutatorParams(name));
  }

  @Override
  public BufferedMutator getBufferedMutator(BufferedMutatorParams params) throws IOException {
    if (way == Way.OF_SERVER) {
      return real.getBufferedMutator(params);
    }
    String replayed = conf.get(REPLAYED_SPEC_KEY, "");
    if (replayed.isEmpty()) {
      StoredKeyTools.refuse(conf);
      return naturalMutator(params);
    }
    SaltingSpec spec = SaltingSpec.parse(replayed);
    return new ReplayMutator(naturalMutator(params), spec);
  }

  private BufferedMutator naturalMutator(BufferedMutatorParams params) throws IOException {
    TableName name = params.getTableName();
    return name == null || passes(name)
        ? real.getBufferedMutator(params)
        : DirectMutator.open(params, conf, real, specs.of(name));
  }

  /**
   * The real regions of the table: the region of a natural key is its gateway region. {@code
   * TableInputFormat} alone is given natural ranges as the splits of its job.
   */
  @Override
  public RegionLocator getRegionLocator(TableName name) throws IOException {
    if (way != Way.DIRECT) {
      return real.getRegionLocator(name);
    }
    RegionLocator locator = new ClearingLocator(real.getRegionLocator(name), scans);
    return !JobLocator.isFor(conf, name)
        ? locator
        : new JobLocator(conf, locator, () -> getTable(name), real);
  }

  /** The asynchronous connection below, which only HBase 3 asks for. */
  public AsyncConnection toAsyncConnection() {
    return Connections.below(real);
  }

  @Override
  public Admin getAdmin() throws IOException {
    return real.getAdmin();
  }

  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  /** Forgets the locations of regions and the specs of tables. */
  @Override
  public void clearRegionLocationCache() {
    real.clearRegionLocationCache();
    scans.clearRegionLocationCache();
    specs.forgetAll();
  }

  @Override
  public String getClusterId() {
    return real.getClusterId();
  }

  @Override
  public Hbck getHbck() throws IOException {
    return real.getHbck();
  }

  @Override
  public Hbck getHbck(ServerName master) throws IOException {
    return real.getHbck(master);
  }

  @Override
  public void abort(String why, Throwable error) {
    try (idle;
        scans) {
      real.abort(why, error);
    }
  }

  @Override
  public boolean isAborted() {
    return real.isAborted();
  }

  @Override
  public boolean isClosed() {
    return real.isClosed();
  }

  @Override
  public void close() throws IOException {
    try (idle;
        scans) {
      real.close();
    }
  }

  @Override
  public String toString() {
    return "salted " + real;
  }
}
