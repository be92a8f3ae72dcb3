package io.halite.coprocessor.host;

import java.io.Closeable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.zookeeper.ZKListener;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The region servers whose node under {@code /hbase/rs} in ZooKeeper exists, but for those that
 * were started again since: of two nodes of one host and port, the later start counts.
 *
 * <p>As a rule the master gives the regions of a server away after its node has gone, or after the
 * server was started again. ZooKeeper says when a server comes or goes; a question about one never
 * waits. Thread-safe.
 */
public final class LivingServers implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LivingServers.class);

  private final ZKWatcher zooKeeper;
  private final String parent;
  private final Executor reader;
  private final Changes changes;
  private final AtomicInteger doubts = new AtomicInteger();
  private volatile Known known = new Known(0, Optional.empty());

  /**
   * What was read.
   *
   * @param doubts how many doubts there were before
   */
  private record Known(int doubts, Optional<Set<String>> names) {}

  private LivingServers(ZKWatcher zooKeeper, Executor reader) {
    this.zooKeeper = zooKeeper;
    this.parent = zooKeeper.getZNodePaths().rsZNode;
    this.reader = reader;
    this.changes = new Changes(zooKeeper);
    zooKeeper.registerListener(changes);
  }

  /**
   * As {@code here} sees them, not known yet; empty if that is no region server.
   *
   * @param reader runs what waits for ZooKeeper
   */
  public static Optional<LivingServers> of(OnlineRegions here, Executor reader) {
    return here instanceof RegionServerServices server
        ? Optional.ofNullable(server.getZooKeeper()).map(watch -> new LivingServers(watch, reader))
        : Optional.empty();
  }

  /** What ZooKeeper tells, in the thread that also tells HBase of the end of its session. */
  private final class Changes extends ZKListener {
    Changes(ZKWatcher zooKeeper) {
      super(zooKeeper);
    }

    @Override
    public void nodeChildrenChanged(String path) {
      if (path.equals(parent)) {
        reader.execute(LivingServers.this::read);
      }
    }
  }

  /** The servers' names, each as {@code host,port,startcode}; empty while they are not known. */
  public Optional<Set<String>> names() {
    Known latest = known;
    return latest.doubts == doubts.get() ? latest.names : Optional.empty();
  }

  /** Says that what is known may be out of date, and has it read again. */
  public void doubt() {
    doubts.incrementAndGet();
    reader.execute(this::readIfUnknown);
  }

  /** Reads the names if they are not known. This waits for ZooKeeper. */
  public void readIfUnknown() {
    if (names().isEmpty()) {
      read();
    }
  }

  private synchronized void read() {
    // An answer may wait in a socket while this server stands still: then it is in doubt.
    int before = doubts.get();
    Optional<Set<String>> read = Optional.empty();
    try {
      read =
          Optional.<List<String>>ofNullable(
                  ZKUtil.listChildrenAndWatchForNewChildren(zooKeeper, parent))
              .map(LivingServers::latest);
    } catch (KeeperException e) {
      LOG.warn("the region servers that live cannot be read from {}; read again soon", parent, e);
    } finally {
      known = new Known(before, read);
    }
  }

  /** The names, without those of a host and port that has a later start. */
  static Set<String> latest(List<String> nodes) {
    Map<Address, ServerName> latest = new HashMap<>();
    for (String node : nodes) {
      if (ServerName.isFullServerName(node)) {
        ServerName server = ServerName.parseServerName(node);
        latest.merge(
            server.getAddress(),
            server,
            BinaryOperator.maxBy(Comparator.comparingLong(ServerName::getStartCode)));
      }
    }
    return latest.values().stream().map(ServerName::toString).collect(Collectors.toSet());
  }

  @Override
  public void close() {
    zooKeeper.unregisterListener(changes);
  }
}
