package io.halite.it.bench;

import com.sun.management.OperatingSystemMXBean;
import io.halite.it.process.ProcessCluster;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/**
 * What some work on one table of a cluster of processes took.
 *
 * @param rowsPerSecond by the clock
 * @param serverMicros processor time of all region servers for each row, see {@link ServerTime}
 * @param clientMicros processor time of this JVM, which is the client, for each row
 * @param busiestOverMean requests that the table's regions counted, on the busiest server over the
 *     mean of all servers; a scan counts each row as one
 */
record Spent(
    double rowsPerSecond, double serverMicros, double clientMicros, double busiestOverMean) {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Does the work, which returns its number of rows. */
  static Spent on(ProcessCluster cluster, TableName table, Callable<Long> work) throws Exception {
    long[] requests = requests(cluster, table);
    double[] servers = ServerTime.seconds(cluster);
    long client = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    double rows = work.call();
    double took = (System.nanoTime() - start) / 1e9;
    double clientMicros = (SYSTEM.getProcessCpuTime() - client) / 1e3 / rows;
    double[] serversNow = ServerTime.seconds(cluster);
    long[] requestsNow = requests(cluster, table);
    double seconds = DoubleStream.of(serversNow).sum() - DoubleStream.of(servers).sum();
    long[] each = new long[requests.length];
    Arrays.setAll(each, server -> requestsNow[server] - requests[server]);
    double most = LongStream.of(each).max().orElseThrow();
    return new Spent(
        rows / took,
        seconds * 1e6 / rows,
        clientMicros,
        most / LongStream.of(each).average().orElseThrow());
  }

  /** The requests that the regions of a table have counted, on each server. */
  private static long[] requests(ProcessCluster cluster, TableName table) throws Exception {
    long[] requests = new long[cluster.servers()];
    try (Admin admin = cluster.connection().getAdmin()) {
      for (int server = 0; server < requests.length; server++) {
        for (RegionMetrics region : admin.getRegionMetrics(cluster.serverName(server), table)) {
          requests[server] += region.getReadRequestCount() + region.getWriteRequestCount();
        }
      }
    }
    return requests;
  }
}
