package io.halite.it.techniques;

import io.halite.it.cluster.EmbeddedCluster;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * The clocks of servers that differ: each ticks whenever a handler of its server asks it and never
 * by itself, and each begins 800 ms after the one before. The first is everybody else's.
 *
 * <p>A server is told by the name of the handler's thread, which ends in its port. Until it is
 * closed, these are the clocks of the whole JVM: whoever writes to {@code hbase:meta} then would
 * leave stamps of the future there.
 */
final class ServerClocks implements EnvironmentEdge, AutoCloseable {
  private static final Pattern HANDLER = Pattern.compile(".*\\.handler=.*,port=(\\d+)");

  // HBase drops calls by these clocks, and servers read hbase:meta with a time-out of 3 s.
  private static final long APART_MILLIS = 800;

  private final Map<Integer, AtomicLong> clocks = new ConcurrentHashMap<>();
  private final List<Integer> ports;
  private final AtomicLong others;
  private final long start;

  private ServerClocks(List<Integer> ports, long start) {
    this.ports = ports;
    this.start = start;
    this.others = new AtomicLong(start);
    for (int i = 0; i < ports.size(); i++) {
      clocks.put(ports.get(i), new AtomicLong(start + (i + 1) * APART_MILLIS));
    }
  }

  /** Gives the region servers of a cluster these clocks. */
  static ServerClocks inject(EmbeddedCluster cluster) {
    List<Integer> ports =
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads().stream()
            .map(RegionServerThread::getRegionServer)
            .map(server -> server.getServerName().getPort())
            .toList();
    ServerClocks clocks = new ServerClocks(ports, System.currentTimeMillis());
    EnvironmentEdgeManager.injectEdge(clocks);
    return clocks;
  }

  @Override
  public long currentTime() {
    Matcher handler = HANDLER.matcher(Thread.currentThread().getName());
    AtomicLong clock = handler.matches() ? clocks.get(Integer.valueOf(handler.group(1))) : null;
    return (clock == null ? others : clock).incrementAndGet();
  }

  /** The port of the server whose clock shows this time; -1 if it is nobody's. */
  int serverAt(long time) {
    int server = (int) Math.floorDiv(time - start, APART_MILLIS) - 1;
    return server >= 0 && server < ports.size() ? ports.get(server) : -1;
  }

  @Override
  public void close() {
    EnvironmentEdgeManager.reset();
  }
}
