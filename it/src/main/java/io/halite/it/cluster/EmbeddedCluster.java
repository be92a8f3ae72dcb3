package io.halite.it.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.master.ServerManager;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * An HBase that lives in this JVM: HDFS with one data node if it is wanted, ZooKeeper with one
 * server, one master and as many region servers as given, all of them on loopback and on free
 * ports.
 *
 * <p>It is a real cluster in one process: clients and region servers connect to each other over
 * TCP. Nothing of it outlives {@link #close()}: threads, ports, data and the system properties that
 * its parts set.
 *
 * <pre>{@code
 * try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
 *   cluster.connection().getAdmin().createTable(descriptor, splits);
 * }
 * }</pre>
 *
 * <p>Hadoop's embedded HDFS takes its directories from system properties, so starts and closes in
 * one JVM must not overlap; several clusters may be open at once. Any number of threads may use a
 * started cluster.
 */
public final class EmbeddedCluster implements AutoCloseable {
  private static final long START_MILLIS = 60_000;

  private final HBaseTestingUtility utility;
  private final SystemProperties properties;
  private Optional<Leftovers> leftovers = Optional.empty();

  private EmbeddedCluster(HBaseTestingUtility utility, SystemProperties properties) {
    this.utility = utility;
    this.properties = properties;
  }

  /** Starts a cluster of {@code regionServers} whose data lies below {@code target/}. */
  public static EmbeddedCluster start(int regionServers) throws Exception {
    return start(regionServers, settings -> {});
  }

  /** The same, with {@code settings} applied to the servers' configuration last of all. */
  public static EmbeddedCluster start(int regionServers, Consumer<Configuration> settings)
      throws Exception {
    return start(regionServers, Path.of("target", "cluster"), settings);
  }

  /**
   * The same, with all data below {@code directory}, in a separate directory that {@link #close()}
   * deletes.
   */
  public static EmbeddedCluster start(
      int regionServers, Path directory, Consumer<Configuration> settings) throws Exception {
    return start(regionServers, directory, true, settings);
  }

  /**
   * Starts a cluster that keeps its files in directories below {@code target/}, since HDFS takes
   * much processor time and most tests need none. The local file system of this JVM writes no
   * checksums from then on.
   */
  public static EmbeddedCluster startWithoutHdfs(
      int regionServers, Consumer<Configuration> settings) throws Exception {
    return start(regionServers, Path.of("target", "cluster"), false, settings);
  }

  /** The same, with no further settings. */
  public static EmbeddedCluster startWithoutHdfs(int regionServers) throws Exception {
    return startWithoutHdfs(regionServers, settings -> {});
  }

  private static EmbeddedCluster start(
      int regionServers, Path directory, boolean onHdfs, Consumer<Configuration> settings)
      throws Exception {
    if (regionServers < 1) {
      throw new IllegalArgumentException(
          "an embedded cluster of '" + regionServers + "' region servers: at least 1 is needed");
    }
    SystemProperties properties = SystemProperties.remember();
    System.setProperty(
        HBaseTestingUtility.BASE_TEST_DIRECTORY_KEY, directory.toAbsolutePath().toString());
    // An earlier cluster may have left these properties; their directories are deleted by now.
    System.clearProperty("hadoop.log.dir");
    System.clearProperty("hadoop.tmp.dir");
    Configuration configuration = configuration(settings);
    EmbeddedCluster cluster =
        new EmbeddedCluster(new HBaseTestingUtility(configuration), properties);
    try {
      Leftovers before = Leftovers.now();
      StartMiniClusterOption servers =
          StartMiniClusterOption.builder().numRegionServers(regionServers).build();
      if (onHdfs) {
        cluster.utility.startMiniCluster(servers);
      } else {
        // A file with checksums keeps its last 512 bytes in memory until it is closed.
        FileSystem.getLocal(configuration).setWriteChecksum(false);
        cluster.utility.startMiniZKCluster();
        cluster.utility.startMiniHBaseCluster(servers);
      }
      cluster.leftovers = Optional.of(Leftovers.since(before, cluster.utility));
      cluster.awaitReports(regionServers);
      return cluster;
    } catch (Exception | Error e) {
      try {
        cluster.close();
      } catch (Exception | Error second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private static Configuration configuration(Consumer<Configuration> settings) {
    Configuration configuration = HBaseConfiguration.create();
    onLoopback(configuration);
    withoutTheUseless(configuration);
    survivesItsServers(configuration);
    survivesPauses(configuration);
    movesNoRegionByItself(configuration);
    // HBase keeps one log for a JVM, as the settings of its first cluster say.
    configuration.setBoolean("hbase.regionserver.slowlog.buffer.enabled", true);
    settings.accept(configuration);
    return configuration;
  }

  /** Waits for the first report of each server: before it, the master gives it no region. */
  private void awaitReports(int regionServers) throws Exception {
    ServerManager servers = utility.getMiniHBaseCluster().getMaster().getServerManager();
    utility.waitFor(
        START_MILLIS,
        100,
        () ->
            servers.getOnlineServers().values().stream()
                    .filter(server -> server.getLastReportTimestamp() > 0)
                    .count()
                >= regionServers);
  }

  private static void onLoopback(Configuration configuration) {
    for (String server : new String[] {"hbase.master", "hbase.regionserver"}) {
      configuration.set(server + ".ipc.address", "127.0.0.1");
      configuration.set(server + ".hostname", "localhost");
    }
  }

  /**
   * Turns off web pages, second copies of blocks and processes that only set permissions, and
   * shortens sleeps made for a data centre.
   */
  private static void withoutTheUseless(Configuration configuration) {
    configuration.setInt(HConstants.MASTER_INFO_PORT, -1);
    configuration.setInt(HConstants.REGIONSERVER_INFO_PORT, -1);
    configuration.setInt("dfs.replication", 1);
    configuration.setClass("fs.file.impl", ForklessLocalFileSystem.class, FileSystem.class);
    // A report lists the handlers of all servers in this JVM.
    configuration.setInt("hbase.regionserver.msginterval", 3_000);
    configuration.setInt("hbase.master.waiton.interval", 200);
    configuration.setInt("hbase.procedure.remote.dispatcher.delay.msec", 10);
    // Each family of each region takes a chunk at its first row, 2 MB by default.
    configuration.setInt("hbase.hregion.memstore.mslab.chunksize", 256 << 10);
    configuration.setInt("hbase.hregion.memstore.mslab.max.allocation", 128 << 10);
    // How long HDFS waits before it asks again whether a closed file's last block has arrived.
    configuration.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 20);
  }

  /**
   * An aborted region server ends its process after twenty minutes even if it has stopped; here
   * that process is also the one of all other servers and of the test.
   */
  private static void survivesItsServers(Configuration configuration) {
    configuration.setLong("hbase.regionserver.abort.timeout", Duration.ofDays(1).toMillis());
  }

  /**
   * A machine that stands still for longer than a session of ZooKeeper, 40 seconds by default,
   * would end the master and every region server.
   */
  private static void survivesPauses(Configuration configuration) {
    int millis = (int) Duration.ofMinutes(10).toMillis();
    configuration.setInt(HConstants.ZK_SESSION_TIMEOUT, millis);
    configuration.setInt("hbase.zookeeper.property.maxSessionTimeout", millis);
  }

  /** Turns off the balancer, which would move regions in the middle of tests. */
  private static void movesNoRegionByItself(Configuration configuration) {
    configuration.setInt("hbase.balancer.period", Integer.MAX_VALUE);
  }

  /** The shared connection of a plain client; the cluster closes it. */
  public Connection connection() throws IOException {
    return utility.getConnection();
  }

  /** What a client needs to find this cluster, and all settings of the servers. */
  public Configuration configuration() {
    return utility.getConfiguration();
  }

  /** HBase's own handle on the cluster, for tests that split, move, flush and kill. */
  public HBaseTestingUtility utility() {
    return utility;
  }

  /** A path in the file system of the cluster, below its own directory, where nothing is yet. */
  public org.apache.hadoop.fs.Path unusedPath() throws IOException {
    return new org.apache.hadoop.fs.Path(
        utility.getDataTestDirOnTestFS(), UUID.randomUUID().toString());
  }

  /** Changes a value at each live region server, as {@code update_config} of the shell does. */
  public void update(String key, String value) throws IOException {
    for (RegionServerThread each : utility.getMiniHBaseCluster().getLiveRegionServerThreads()) {
      // As a change of the site would, for the values of this object outlive a reload.
      each.getRegionServer().getConfiguration().set(key, value);
      connection().getAdmin().updateConfiguration(each.getRegionServer().getServerName());
    }
  }

  /** Whether a master runs. */
  public boolean hasMaster() {
    return !utility.getMiniHBaseCluster().getLiveMasterThreads().isEmpty();
  }

  /** The port on which ZooKeeper listens, on {@code localhost}. */
  public int zooKeeperPort() {
    return configuration().getInt(HConstants.ZOOKEEPER_CLIENT_PORT, 0);
  }

  /** Stops every server, deletes their data and puts the system properties back. */
  @Override
  public void close() throws IOException {
    try {
      utility.shutdownMiniCluster();
    } finally {
      leftovers.ifPresent(Leftovers::end);
      properties.restore();
    }
  }
}
