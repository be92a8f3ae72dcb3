package io.halite.it.cluster;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Splits and merges that are waited for, so many seconds at most. */
public record RegionChanges(Admin admin, long patienceSeconds) {

  /** Splits a region at a row inside it. */
  public void split(RegionInfo region, byte[] point)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    admin.splitRegionAsync(region.getRegionName(), point).get(patienceSeconds, TimeUnit.SECONDS);
  }

  /**
   * Merges a region with the next.
   *
   * @return false if it is the last, or there are no more than {@code fewest} regions
   */
  public boolean mergeWithNext(List<RegionInfo> regions, int at, int fewest)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    if (at + 1 == regions.size() || regions.size() <= fewest) {
      return false;
    }
    byte[][] pair = {regions.get(at).getRegionName(), regions.get(at + 1).getRegionName()};
    admin.mergeRegionsAsync(pair, false).get(patienceSeconds, TimeUnit.SECONDS);
    return true;
  }
}
