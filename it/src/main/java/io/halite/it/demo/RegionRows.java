package io.halite.it.demo;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * How many rows one region stores, read inside the server below all coprocessors.
 *
 * @param start the first stored key that the region covers, as the shell writes it
 * @param server the number of the region server that has it, from 0
 * @param rows how many rows it stores
 * @param firstKey the first stored key in bytes, {@code 0B·32 30 30 31}, with a dot behind its
 *     salt; empty if the region has no row
 */
record RegionRows(String start, int server, long rows, String firstKey) {

  /** The regions of {@code table} in the order of their keys. */
  static List<RegionRows> of(EmbeddedCluster cluster, TableName table) throws IOException {
    List<RegionRows> regions = new ArrayList<>();
    List<RegionServerThread> servers =
        cluster.utility().getMiniHBaseCluster().getRegionServerThreads();
    for (int server = 0; server < servers.size(); server++) {
      for (HRegion region : servers.get(server).getRegionServer().getRegions(table)) {
        regions.add(read(region, server));
      }
    }
    regions.sort(Comparator.comparing(RegionRows::start));
    return regions;
  }

  private static RegionRows read(HRegion region, int server) throws IOException {
    long rows = 0;
    String firstKey = "";
    try (RegionScanner scanner =
        region.getScanner(new Scan().setFilter(new FirstKeyOnlyFilter()))) {
      List<Cell> row = new ArrayList<>();
      boolean more;
      do {
        row.clear();
        more = scanner.next(row);
        if (!row.isEmpty()) {
          rows++;
          firstKey =
              firstKey.isEmpty() ? KeyBytes.readable(CellUtil.cloneRow(row.get(0)), 1) : firstKey;
        }
      } while (more);
    }
    String start = Bytes.toStringBinary(region.getRegionInfo().getStartKey());
    return new RegionRows(start, server, rows, firstKey);
  }

  static long total(List<RegionRows> regions) {
    return regions.stream().mapToLong(RegionRows::rows).sum();
  }

  static long busiest(List<RegionRows> regions) {
    return regions.stream().mapToLong(RegionRows::rows).max().orElse(0);
  }

  /** The rows of the busiest region over the mean: 1.00 is even, 16.00 is all in one of 16. */
  static double busiestOfMean(List<RegionRows> regions) {
    long total = total(regions);
    return total == 0 ? 0 : busiest(regions) * (double) regions.size() / total;
  }

  static long onServer(List<RegionRows> regions, int server) {
    return regions.stream().filter(r -> r.server() == server).mapToLong(RegionRows::rows).sum();
  }
}
