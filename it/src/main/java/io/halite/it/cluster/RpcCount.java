package io.halite.it.cluster;

import org.apache.hadoop.hbase.regionserver.MetricsRegionServerWrapper;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/** The data RPCs that the region servers have answered, as gateways and as owners. */
public record RpcCount(long mutate, long multi, long get, long scan) {
  /** What the servers have answered since they started. */
  public static RpcCount of(EmbeddedCluster cluster) {
    long mutate = 0;
    long multi = 0;
    long get = 0;
    long scan = 0;
    for (RegionServerThread server :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      MetricsRegionServerWrapper metrics =
          server.getRegionServer().getMetrics().getRegionServerWrapper();
      mutate += metrics.getRpcMutateRequestsCount();
      multi += metrics.getRpcMultiRequestsCount();
      get += metrics.getRpcGetRequestsCount();
      scan += metrics.getRpcScanRequestsCount();
    }
    return new RpcCount(mutate, multi, get, scan);
  }

  /** What was answered between the two counts. */
  public RpcCount since(RpcCount earlier) {
    return new RpcCount(
        mutate - earlier.mutate, multi - earlier.multi, get - earlier.get, scan - earlier.scan);
  }
}
