package io.halite.it.latest;

import io.halite.it.cluster.EmbeddedCluster;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Splits, merges and moves a table's regions for as long as it is open. */
final class Restlessness implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Restlessness.class);

  private static final long REST_MILLIS = 500;
  private static final int MOST_REGIONS = 16;

  private final EmbeddedCluster cluster;
  private final TableName table;
  private final AtomicInteger splits = new AtomicInteger();
  private final AtomicInteger merges = new AtomicInteger();
  private final AtomicInteger moves = new AtomicInteger();
  private final Random random = new Random(11);
  private final Thread thread = new Thread(this::run, "restlessness");
  private volatile boolean closed;

  private Restlessness(EmbeddedCluster cluster, TableName table) {
    this.cluster = cluster;
    this.table = table;
  }

  static Restlessness start(EmbeddedCluster cluster, TableName table) {
    Restlessness restlessness = new Restlessness(cluster, table);
    restlessness.thread.start();
    return restlessness;
  }

  /** How many times a region was split, merged or moved. */
  int changes() {
    return splits.get() + merges.get() + moves.get();
  }

  @Override
  public String toString() {
    return splits + " splits, " + merges + " merges, " + moves + " moves";
  }

  private void run() {
    while (!closed) {
      try {
        change();
      } catch (Exception e) {
        // Such as a region that is on its way already: the next change finds another.
        LOG.info("a change of regions was refused", e);
      }
      rest();
    }
  }

  /** A region that is always on its way answers nobody. */
  private void rest() {
    try {
      Thread.sleep(REST_MILLIS);
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  private void change() throws Exception {
    Admin admin = cluster.connection().getAdmin();
    List<RegionInfo> regions = admin.getRegions(table);
    int at = random.nextInt(regions.size());
    switch (regions.size() > MOST_REGIONS ? 1 : random.nextInt(3)) {
      case 0 -> {
        admin
            .splitRegionAsync(
                regions.get(at).getRegionName(),
                LatestTables.splitPoint(regions.get(at).getStartKey(), random))
            .get(20, TimeUnit.SECONDS);
        splits.incrementAndGet();
      }
      case 1 -> {
        int left = Math.min(at, regions.size() - 2);
        byte[][] pair = {
          regions.get(left).getEncodedNameAsBytes(), regions.get(left + 1).getEncodedNameAsBytes()
        };
        admin.mergeRegionsAsync(pair, false).get(20, TimeUnit.SECONDS);
        merges.incrementAndGet();
      }
      default -> {
        admin.move(regions.get(at).getEncodedNameAsBytes());
        moves.incrementAndGet();
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
  }
}
