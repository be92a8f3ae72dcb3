package io.halite.it.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.jspecify.annotations.Nullable;

/**
 * An HBase of separate processes: ZooKeeper, an HDFS name node and data node, a master and as many
 * region servers as asked for, each in its own JVM, on loopback and on free ports.
 *
 * <pre>{@code
 * try (ProcessCluster cluster = ProcessCluster.start(ClusterPlan.of(3))) {
 *   cluster.connection().getAdmin().createTable(descriptor, splits);
 *   cluster.regionServer(1).kill(); // kill -9
 *   cluster.regionServer(1).start();
 *   cluster.awaitServers(3, Duration.ofMinutes(1));
 * }
 * }</pre>
 *
 * <p>All processes end with {@link #close()}, when the plan's time is over, or with this JVM,
 * unless the plan lets them outlive it. {@link #close()} leaves only the logs in the plan's
 * directory; after the other ends, files stay until the next start in that directory. The servers
 * get the {@code --add-opens} options of this JVM. Several threads may use the connection; one at a
 * time starts and stops servers.
 */
public final class ProcessCluster implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);

  private final ClusterPlan plan;
  private final ClusterFiles files;
  private final ClusterPorts ports;
  private final Hosts hosts;
  private final List<ServerProcess> processes = new ArrayList<>();
  private final Thread endWithThisJvm;
  private @Nullable Connection connection;

  private ProcessCluster(ClusterPlan plan, ClusterPorts ports, Hosts hosts) {
    this.hosts = hosts;
    this.plan = plan;
    this.files = new ClusterFiles(plan.directory());
    this.ports = ports;
    this.endWithThisJvm = new Thread(this::end, "end of the cluster's processes");
  }

  /** Starts a cluster of {@code servers} with the default plan. */
  public static ProcessCluster start(int servers) throws IOException, InterruptedException {
    return start(ClusterPlan.of(servers));
  }

  /** Starts a cluster and waits until all of its region servers are live. */
  public static ProcessCluster start(ClusterPlan plan) throws IOException, InterruptedException {
    return start(plan, Hosts.LOOPBACK);
  }

  /**
   * The same with each region server on a host of its own, so that {@link #cut} can cut it off from
   * all others. That takes the program {@code ip} and the rights of root.
   */
  public static ProcessCluster startOnHosts(ClusterPlan plan)
      throws IOException, InterruptedException {
    return start(plan, NetworkNamespaces.make(plan.servers()));
  }

  private static ProcessCluster start(ClusterPlan plan, Hosts hosts)
      throws IOException, InterruptedException {
    ProcessCluster cluster;
    try {
      cluster = new ProcessCluster(plan, ClusterPorts.free(plan.servers()), hosts);
      cluster.files.prepare();
    } catch (IOException | RuntimeException e) {
      hosts.close();
      throw e;
    }
    Runtime.getRuntime().addShutdownHook(cluster.endWithThisJvm);
    try {
      cluster.startAll();
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startAll() throws IOException, InterruptedException {
    Await await = new Await(START, this::deadProcesses);
    ServerSettings settings = new ServerSettings(files.data(), ports, hosts);
    for (Role role : Role.values()) {
      int count = role == Role.REGIONSERVER ? plan.servers() : 1;
      for (int index = 0; index < count; index++) {
        String name = role.label() + (role == Role.REGIONSERVER ? "-" + index : "");
        settings.write(files.settings(name), role, index, plan.settings(role));
        List<String> runsOn =
            role == Role.REGIONSERVER ? hosts.runsOn(index) : hosts.runsOnCommon();
        ServerProcess process = new ServerProcess(role, name, files, plan, runsOn);
        processes.add(process);
        process.start();
      }
      switch (role) {
        case ZOOKEEPER -> await.port(hosts.common(), ports.zooKeeper());
        case NAMENODE -> await.port(hosts.common(), ports.nameNode());
        case DATANODE -> await.port(hosts.common(), ports.dataNode());
        default -> {}
      }
    }
    settings.write(files.ofClients(), Role.MASTER, 0, Map.of("hbase.client.pause", "50"));
    awaitServers(plan.servers(), START);
  }

  /** What a client needs to find the cluster; a copy. */
  public Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    new ServerSettings(files.data(), ports, hosts).ofClients().forEach(configuration::set);
    return configuration;
  }

  /** The connection of a plain client; the cluster closes it. */
  public synchronized Connection connection() throws IOException {
    Connection open = connection;
    if (open == null) {
      open = ConnectionFactory.createConnection(configuration());
      connection = open;
    }
    return open;
  }

  /** The port on which ZooKeeper listens. */
  public int zooKeeperPort() {
    return ports.zooKeeper();
  }

  /** The host and port of a region server's web pages, {@code /jmx} for example. */
  public String pages(int server) {
    return hosts.regionServer(server) + ":" + ports.serverPages(server);
  }

  /** Cuts a region server off from all other servers and from clients, until {@link #reconnect}. */
  public void cut(int server) throws IOException, InterruptedException {
    hosts.cut(server);
  }

  /** Connects a region server again. */
  public void reconnect(int server) throws IOException, InterruptedException {
    hosts.reconnect(server);
  }

  /** The master. */
  public ServerProcess master() {
    return of(Role.MASTER.label());
  }

  /** A region server, by its number from 0. */
  public ServerProcess regionServer(int index) {
    return of(Role.REGIONSERVER.label() + "-" + index);
  }

  /** How many region servers the plan has. */
  public int servers() {
    return plan.servers();
  }

  private ServerProcess of(String name) {
    return processes.stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no '" + name + "' among " + processes));
  }

  /** All processes, in the order in which they were started. */
  public List<ServerProcess> processes() {
    return List.copyOf(processes);
  }

  /** The name under which HBase knows a region server at present. */
  public ServerName serverName(int index) throws IOException {
    int port = ports.server(index);
    try (Admin admin = connection().getAdmin()) {
      return admin.getRegionServers().stream()
          .filter(server -> server.getPort() == port)
          .max(Comparator.comparingLong(ServerName::getStartCode))
          .orElseThrow(() -> new IOException("the master has no region server at port " + port));
    }
  }

  /** Moves a region to a region server. */
  public void move(RegionInfo region, int server) throws IOException {
    try (Admin admin = connection().getAdmin()) {
      admin.move(region.getEncodedNameAsBytes(), serverName(server));
    }
  }

  /**
   * Waits until the master serves and knows {@code count} live region servers, and none that was
   * killed and has not ended for the master.
   */
  public void awaitServers(int count, Duration patience) throws IOException, InterruptedException {
    Configuration impatient = configuration();
    impatient.setInt("hbase.client.retries.number", 1);
    try (Connection asking = ConnectionFactory.createConnection(impatient);
        Admin admin = asking.getAdmin()) {
      new Await(patience, this::deadProcesses)
          .that(
              "the master to serve and " + count + " region servers to be live",
              () -> {
                admin.listNamespaces();
                Collection<ServerName> known = admin.getRegionServers();
                return known.size() == count && known.stream().allMatch(this::runs);
              });
    }
  }

  private boolean runs(ServerName server) {
    return IntStream.range(0, servers())
        .filter(index -> ports.server(index) == server.getPort())
        .anyMatch(index -> regionServer(index).is(server.getStartCode()));
  }

  private List<ServerProcess> deadProcesses() {
    return processes.stream().filter(process -> !process.isAlive()).toList();
  }

  private void end() {
    killAll();
    try {
      hosts.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void killAll() {
    for (ServerProcess process : processes) {
      try {
        process.kill();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Lets the processes run on when this JVM ends.
   *
   * @throws IllegalStateException unless the plan is {@link ClusterPlan#outlivingItsStarter()}
   */
  public void release() throws IOException {
    if (!plan.isOutlivingItsStarter()) {
      throw new IllegalStateException(
          "the processes of this plan end with the JVM that started them, so they cannot be"
              + " released: start the cluster with ClusterPlan.outlivingItsStarter()");
    }
    Runtime.getRuntime().removeShutdownHook(endWithThisJvm);
    closeConnection();
  }

  /** Kills every process and deletes all files but the logs. */
  @Override
  public void close() throws IOException {
    try {
      closeConnection();
    } finally {
      killAll();
      Runtime.getRuntime().removeShutdownHook(endWithThisJvm);
      try (hosts) {
        files.deleteData();
      }
    }
  }

  private synchronized void closeConnection() throws IOException {
    if (connection != null) {
      connection.close();
    }
  }

  /** The logs, one of each process. */
  public List<Path> logs() throws IOException {
    try (Stream<Path> logs = Files.list(files.logs())) {
      return logs.sorted().toList();
    }
  }
}
