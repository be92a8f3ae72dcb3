package io.halite.it.oracle;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Splits, merges, moves and flushes random regions of a table, one after the other, until told to
 * stop. What HBase turns down (a merge of a daughter that is not compacted yet) is counted apart.
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

  private final Admin admin;
  private final List<TableName> tables;
  private final Keys keys;
  private final Random random;
  private final Map<Step, Integer> done = new EnumMap<>(Step.class);
  private final Map<Step, Integer> turnedDown = new EnumMap<>(Step.class);
  private volatile boolean stopped;

  RegionMover(EmbeddedCluster cluster, List<TableName> tables, Keys keys, long seed)
      throws IOException {
    this.admin = cluster.connection().getAdmin();
    this.tables = tables;
    this.keys = keys;
    this.random = new Random(seed);
  }

  @Override
  public void run() {
    while (!stopped) {
      Step step = Step.values()[random.nextInt(Step.values().length)];
      try {
        TableName table = tables.get(random.nextInt(tables.size()));
        (take(step, table) ? done : turnedDown).merge(step, 1, Integer::sum);
        Thread.sleep(50);
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
    switch (step) {
      case MOVE -> {
        List<ServerName> servers = List.copyOf(admin.getRegionServers());
        admin.move(region.getEncodedNameAsBytes(), servers.get(random.nextInt(servers.size())));
      }
      case SPLIT -> {
        byte[] point = splitPoint(region);
        if (point == null || regions.size() >= MOST_REGIONS) {
          return false;
        }
        admin
            .splitRegionAsync(region.getRegionName(), point)
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      case MERGE -> {
        if (at + 1 == regions.size() || regions.size() <= FEWEST_REGIONS) {
          return false;
        }
        admin
            .mergeRegionsAsync(
                new byte[][] {region.getRegionName(), regions.get(at + 1).getRegionName()}, false)
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      case FLUSH -> admin.flushRegion(region.getRegionName());
    }
    return true;
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
