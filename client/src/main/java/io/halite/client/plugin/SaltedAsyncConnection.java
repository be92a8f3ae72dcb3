package io.halite.client.plugin;

import io.halite.routing.host.Connections;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous connection whose requests on salted tables go straight to the owner regions: what
 * {@link SaltedConnection} is for blocking applications. One line of the configuration uses it:
 *
 * <pre>{@code
 * hbase.client.async.connection.impl = io.halite.client.plugin.SaltedAsyncConnection
 * }</pre>
 *
 * <p>From HBase 3 on it serves blocking applications, too, whose connections are layers over it.
 *
 * <p>Under the spec {@code key=row:*,salt=hash(*) % 16} a put of {@code 41 54 4C} is sent to the
 * region that covers {@code 0C·41 54 4C}, with the mark of that spec. It is HBase's own connection
 * with other tables: buffered mutators send through these tables, and everything else is as HBase
 * made it. No method waits for a server, except scanners of {@code getScanner}, which wait when
 * they are read. A connection that a master or region server opens for itself behaves as a plain
 * one.
 *
 * <p>Thread-safe, as every connection is.
 */
public final class SaltedAsyncConnection extends AsyncConnectionImpl {
  private final @Nullable Configuration conf;
  private final TableSpecs specs;
  private final ScanThreads threads = new ScanThreads();
  private final boolean isOfServer;

  /**
   * What the configuration says, read before HBase's constructor makes what has to be closed.
   *
   * @param conf the application's
   * @param own of HBase's part of the connection
   * @param isOfServer whether a master or region server opens the connection, which then behaves as
   *     a plain one
   */
  private record Settings(
      Configuration conf, Configuration own, TableSpecs specs, boolean isOfServer) {
    static Settings of(Configuration conf) {
      TableSpecs specs = TableSpecs.of(conf);
      Optional<String> server = OwningServer.of(conf);
      server.ifPresent(name -> OwningServer.sayAside(name, SaltedConnection.ASYNC_CONNECTION_KEY));
      return server.isPresent()
          ? new Settings(conf, conf, specs, true)
          : new Settings(conf, direct(conf), specs, false);
    }

    private static Configuration direct(Configuration conf) {
      return ClosingRpcClient.nameIn(
          PutLimits.liftIn(SaltedConnection.withoutPlugin(conf)), ClosingRpcClient.Beside.class);
    }

    @Nullable Map<String, byte[]> attributes(@Nullable Map<String, byte[]> given) {
      return isOfServer
          ? given
          : SaltedConnection.withoutDoors(Optional.ofNullable(given).orElse(Map.of()));
    }
  }

  /** The constructor that HBase 3 calls by reflection, from its first beta on. */
  public SaltedAsyncConnection(
      Configuration conf,
      ConnectionRegistry registry,
      String clusterId,
      @Nullable SocketAddress localAddress,
      User user,
      @Nullable Map<String, byte[]> attributes) {
    this(Settings.of(conf), registry, clusterId, localAddress, user, attributes);
  }

  /** Its first parameter is no configuration: HBase would take this one for its own otherwise. */
  private SaltedAsyncConnection(
      Settings settings,
      ConnectionRegistry registry,
      String clusterId,
      @Nullable SocketAddress localAddress,
      User user,
      @Nullable Map<String, byte[]> attributes) {
    super(settings.own(), registry, clusterId, localAddress, user, settings.attributes(attributes));
    this.conf = settings.conf();
    this.specs = settings.specs();
    this.isOfServer = settings.isOfServer();
  }

  /** The constructor that the alphas of HBase 3 call; their connections have no attributes. */
  public SaltedAsyncConnection(
      Configuration conf,
      ConnectionRegistry registry,
      String clusterId,
      @Nullable SocketAddress localAddress,
      User user) {
    this(Settings.of(conf), registry, clusterId, localAddress, user);
  }

  /** The same as above. */
  private SaltedAsyncConnection(
      Settings settings,
      ConnectionRegistry registry,
      String clusterId,
      @Nullable SocketAddress localAddress,
      User user) {
    super(settings.own(), registry, clusterId, localAddress, user);
    this.conf = settings.conf();
    this.specs = settings.specs();
    this.isOfServer = settings.isOfServer();
  }

  /** The constructor that HBase 2.6 calls by reflection. */
  public SaltedAsyncConnection(
      Configuration conf,
      ConnectionRegistry registry,
      String clusterId,
      User user,
      @Nullable Map<String, byte[]> attributes) {
    this(Settings.of(conf), registry, clusterId, user, attributes);
  }

  /** The same as above. */
  private SaltedAsyncConnection(
      Settings settings,
      ConnectionRegistry registry,
      String clusterId,
      User user,
      @Nullable Map<String, byte[]> attributes) {
    super(settings.own(), registry, clusterId, user, settings.attributes(attributes));
    this.conf = settings.conf();
    this.specs = settings.specs();
    this.isOfServer = settings.isOfServer();
  }

  /** The constructor that HBase 2.5 calls by reflection; its connections have no attributes. */
  public SaltedAsyncConnection(
      Configuration conf, ConnectionRegistry registry, String clusterId, User user) {
    this(Settings.of(conf), registry, clusterId, user);
  }

  /** The same as above. */
  private SaltedAsyncConnection(
      Settings settings, ConnectionRegistry registry, String clusterId, User user) {
    super(settings.own(), registry, clusterId, user);
    this.conf = settings.conf();
    this.specs = settings.specs();
    this.isOfServer = settings.isOfServer();
  }

  /** The application's own, by which it may open other connections. */
  @Override
  public Configuration getConfiguration() {
    // HBase's constructor asks before this one has begun.
    return conf == null ? super.getConfiguration() : conf;
  }

  @Override
  public AsyncTableBuilder<AdvancedScanResultConsumer> getTableBuilder(TableName name) {
    AsyncTableBuilder<AdvancedScanResultConsumer> real = super.getTableBuilder(name);
    return isOfServer || name.isSystemTable()
        ? real
        : DirectAsyncTableBuilder.onNetwork(
            real,
            super.getTableBuilder(name),
            (table, owners) -> DirectAsyncTable.onNetwork(table, owners, specs.of(name), threads));
  }

  @Override
  public AsyncTableBuilder<ScanResultConsumer> getTableBuilder(
      TableName name, ExecutorService pool) {
    AsyncTableBuilder<ScanResultConsumer> real = super.getTableBuilder(name, pool);
    return isOfServer || name.isSystemTable()
        ? real
        : DirectAsyncTableBuilder.inPool(real, getTableBuilder(name), pool);
  }

  @Override
  public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName name) {
    return limited(super.getBufferedMutatorBuilder(name));
  }

  @Override
  public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(
      TableName name, ExecutorService pool) {
    return limited(super.getBufferedMutatorBuilder(name, pool));
  }

  private AsyncBufferedMutatorBuilder limited(AsyncBufferedMutatorBuilder mutator) {
    if (isOfServer) {
      return mutator;
    }
    if (Connections.areLayers()) {
      StoredKeyTools.refuseAlone(getConfiguration());
    }
    return PutLimits.of(getConfiguration()).limit(mutator);
  }

  /** Forgets the locations of regions and the specs of tables. */
  @Override
  public void clearRegionLocationCache() {
    super.clearRegionLocationCache();
    specs.forgetAll();
  }

  @Override
  public void close() {
    super.close();
    threads.end();
  }

  @Override
  public String toString() {
    return "salted " + super.toString();
  }
}
