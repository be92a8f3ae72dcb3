package io.halite.it.oracle;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * Splits, merges, moves and flushes random regions of a table, one after the other, until told to
 * stop. What HBase turns down (a merge of a daughter that is not compacted yet) is counted apart.
 *
 * <p>No region moves to where it has been. If it did, and were split then, its servers would send
 * HBase's own clients to and fro for two minutes, those of a plain table too; what gateways do then
 * has a test of its own.
 */
final class RegionMover implements Runnable {
  /** What can be done to a region. */
  enum Step {
    MOVE,
    SPLIT,
    MERGE,
    FLUSH
  }

  private static final int FEWEST_REGIONS = 12;
  private static final int MOST_REGIONS = 40;
  private static final long PATIENCE_SECONDS = 60;

  private final Connection connection;
  private final Admin admin;
  private final List<TableName> tables;
  private final Keys keys;
  private final Random random;
  private final long restMillis;
  private final Map<Step, Integer> done = new EnumMap<>(Step.class);
  private final Map<Step, Integer> turnedDown = new EnumMap<>(Step.class);
  private final Map<String, Set<ServerName>> visits = new HashMap<>();
  private volatile boolean stopped;

  /**
   * A mover of the regions of {@code tables}.
   *
   * @param restMillis how long it rests between two steps
   */
  RegionMover(
      EmbeddedCluster cluster, List<TableName> tables, Keys keys, long seed, long restMillis)
      throws IOException {
    this.connection = cluster.connection();
    this.admin = connection.getAdmin();
    this.tables = tables;
    this.keys = keys;
    this.random = new Random(seed);
    this.restMillis = restMillis;
  }

  @Override
  public void run() {
    while (!stopped) {
      Step step = Step.values()[random.nextInt(Step.values().length)];
      try {
        TableName table = tables.get(random.nextInt(tables.size()));
        (take(step, table) ? done : turnedDown).merge(step, 1, Integer::sum);
        Thread.sleep(restMillis);
      } catch (IOException | ExecutionException | TimeoutException e) {
        turnedDown.merge(step, 1, Integer::sum);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  void stop() {
    stopped = true;
  }

  int done(Step step) {
    return done.getOrDefault(step, 0);
  }

  private boolean take(Step step, TableName table)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    List<RegionInfo> regions = admin.getRegions(table);
    int at = random.nextInt(regions.size());
    RegionInfo region = regions.get(at);
    RegionChanges changes = new RegionChanges(admin, PATIENCE_SECONDS);
    switch (step) {
      case MOVE -> {
        ServerName server = newServer(region);
        if (server == null) {
          return false;
        }
        admin.move(region.getEncodedNameAsBytes(), server);
      }
      case SPLIT -> {
        byte[] point = splitPoint(region);
        if (point == null || regions.size() >= MOST_REGIONS) {
          return false;
        }
        changes.split(region, point);
      }
      case MERGE -> {
        return changes.mergeWithNext(regions, at, FEWEST_REGIONS);
      }
      case FLUSH -> admin.flushRegion(region.getRegionName());
    }
    return true;
  }

  /** A random server on which the region has not been, or null if there is none. */
  private ServerName newServer(RegionInfo region) throws IOException {
    Set<ServerName> visited = visits.computeIfAbsent(region.getEncodedName(), r -> new HashSet<>());
    try (RegionLocator locator = connection.getRegionLocator(region.getTable())) {
      visited.add(locator.getRegionLocation(region.getStartKey(), true).getServerName());
    }
    List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
    servers.removeAll(visited);
    return servers.isEmpty() ? null : servers.get(random.nextInt(servers.size()));
  }

  /** A key of the pool inside the region, also behind a bucket's byte, or null. */
  private byte[] splitPoint(RegionInfo region) {
    byte[] point = keys.key();
    if (region.getStartKey().length > 0) {
      byte[] salted = new byte[point.length + 1];
      System.arraycopy(point, 0, salted, 1, point.length);
      salted[0] = region.getStartKey()[0];
      point = salted;
    }
    boolean inside = region.containsRow(point) && !Arrays.equals(point, region.getStartKey());
    return inside ? point : null;
  }

  @Override
  public String toString() {
    return "done " + done + ", turned down " + turnedDown;
  }
}
