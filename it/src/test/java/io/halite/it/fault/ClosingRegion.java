package io.halite.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.regionserver.HRegion;

/** A region that is told to close while requests wait for another server under its lock. */
public final class ClosingRegion {
  /**
   * More than the 8 s for which a forward may hold the lock, and less than two of them. It does not
   * count how long the region takes to open again.
   */
  private static final long BOUND_SECONDS = 15;

  private ClosingRegion() {}

  /** The region of a table that covers a key. */
  public static HRegion of(EmbeddedCluster cluster, TestTable table, byte[] key) {
    return cluster.utility().getMiniHBaseCluster().getRegions(table.name()).stream()
        .filter(region -> region.getRegionInfo().containsRow(key))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until the region is closed. */
  public static void await(HRegion region) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
    while (!region.isClosed()) {
      assertThat(System.nanoTime()).as("waiting until %s is closed", region).isLessThan(end);
      Thread.sleep(50);
    }
  }
}
