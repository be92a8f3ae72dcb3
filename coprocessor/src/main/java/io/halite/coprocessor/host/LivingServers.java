package io.halite.coprocessor.host;

import java.io.Closeable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.zookeeper.ZKListener;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The region servers whose node under {@code /hbase/rs} in ZooKeeper exists. The master gives the
 * regions of a server away only after that node has gone.
 *
 * <p>ZooKeeper says when a server comes or goes; a question about one never waits. Thread-safe.
 */
public final class LivingServers implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LivingServers.class);

  private final ZKWatcher zooKeeper;
  private final String parent;
  private final Changes changes;
  private final AtomicInteger doubts = new AtomicInteger();
  private volatile Optional<Set<String>> names = Optional.empty();

  private LivingServers(ZKWatcher zooKeeper) {
    this.zooKeeper = zooKeeper;
    this.parent = zooKeeper.getZNodePaths().rsZNode;
    this.changes = new Changes(zooKeeper);
    zooKeeper.registerListener(changes);
  }

  /** As {@code here} sees them, not known yet; empty if that is no region server. */
  public static Optional<LivingServers> of(OnlineRegions here) {
    return here instanceof RegionServerServices server
        ? Optional.ofNullable(server.getZooKeeper()).map(LivingServers::new)
        : Optional.empty();
  }

  /** What ZooKeeper tells. */
  private final class Changes extends ZKListener {
    Changes(ZKWatcher zooKeeper) {
      super(zooKeeper);
    }

    @Override
    public void nodeChildrenChanged(String path) {
      if (path.equals(parent)) {
        read();
      }
    }
  }

  /** The servers' names, each as {@code host,port,startcode}; empty while they are not known. */
  public Optional<Set<String>> names() {
    return names;
  }

  /** Says that what is known may be out of date, until it has been read again. */
  public void doubt() {
    doubts.incrementAndGet();
    names = Optional.empty();
  }

  /** Reads the names if they are not known. This waits for ZooKeeper. */
  public void readIfUnknown() {
    if (names.isEmpty()) {
      read();
    }
  }

  private synchronized void read() {
    int before = doubts.get();
    try {
      Optional<Set<String>> read =
          Optional.<List<String>>ofNullable(
                  ZKUtil.listChildrenAndWatchForNewChildren(zooKeeper, parent))
              .map(Set::copyOf);
      // An answer may have waited in a socket while this server stood still.
      names = doubts.get() == before ? read : Optional.empty();
    } catch (KeeperException e) {
      names = Optional.empty();
      LOG.warn("the region servers that live cannot be read from {}; read again soon", parent, e);
    }
  }

  @Override
  public void close() {
    zooKeeper.unregisterListener(changes);
  }
}
