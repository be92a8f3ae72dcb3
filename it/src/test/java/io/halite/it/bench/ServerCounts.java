package io.halite.it.bench;

import io.halite.it.cluster.EmbeddedCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * What HBase itself counts.
 *
 * @param requests of clients and of other servers, on all servers and tables
 * @param rows that scanners of one table were asked for, the last of each in vain
 * @param blocks of files looked at, on all servers and tables
 */
record ServerCounts(long requests, long rows, long blocks) {
  static ServerCounts of(EmbeddedCluster cluster, TableName table) {
    long requests = 0;
    long rows = 0;
    long blocks = 0;
    for (RegionServerThread thread :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      HRegionServer server = thread.getRegionServer();
      requests += server.getMetrics().getRegionServerWrapper().getTotalRequestCount();
      blocks += server.getBlockCache().orElseThrow().getStats().getRequestCount();
      for (HRegion region : server.getRegions(table)) {
        rows += region.getReadRequestsCount();
      }
    }
    return new ServerCounts(requests, rows, blocks);
  }

  ServerCounts since(ServerCounts earlier) {
    return new ServerCounts(
        requests - earlier.requests, rows - earlier.rows, blocks - earlier.blocks);
  }
}
