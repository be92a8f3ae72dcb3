package io.halite.client.mapreduce;

import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/**
 * The regions of a table that have a size for HBase's {@code RegionSizeCalculator}, by which {@code
 * TableInputFormat} gives each split the size of one region.
 *
 * <p>Spark reads no split of size 0. A gateway region that stores nothing has that size, and yet
 * answers for natural rows: under {@code hash(*) % 4}, split at the buckets and at {@code 41}, the
 * region {@code [41, +∞)} answers for all rows behind {@code 41}. Not thread-safe.
 */
final class SizedRegions {
  private final Set<byte[]> names;
  private final List<HRegionLocation> sized;
  private int shown;

  private SizedRegions(Set<byte[]> names, List<HRegionLocation> sized) {
    this.names = names;
    this.sized = sized;
  }

  /** Asks each server of the table for the sizes of its regions there. */
  static SizedRegions of(TableName table, List<HRegionLocation> regions, Admin admin)
      throws IOException {
    List<HRegionLocation> open =
        regions.stream().filter(region -> Objects.nonNull(region.getServerName())).toList();
    Set<ServerName> servers =
        open.stream().map(HRegionLocation::getServerName).collect(Collectors.toSet());
    Set<byte[]> names = new TreeSet<>(KeyBytes::compare);
    for (ServerName server : servers) {
      for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
        if (hasSize(region)) {
          names.add(region.getRegionName());
        }
      }
    }
    return new SizedRegions(
        names,
        open.stream()
            .filter(region -> names.contains(region.getRegion().getRegionName()))
            .toList());
  }

  /** HBase counts whole megabytes; a server rounds up what is less than one. */
  private static boolean hasSize(RegionMetrics region) {
    return region.getStoreFileSize().get(Size.Unit.MEGABYTE)
            + region.getMemStoreSize().get(Size.Unit.MEGABYTE)
        >= 1;
  }

  /** Returns the region if it has a size, or else one that has, each of them in turn. */
  HRegionLocation orAnother(HRegionLocation region) {
    boolean has = names.contains(region.getRegion().getRegionName());
    return has || sized.isEmpty() ? region : sized.get(shown++ % sized.size());
  }
}
