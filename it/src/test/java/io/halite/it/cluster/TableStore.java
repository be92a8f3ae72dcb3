package io.halite.it.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/** What the regions of a table store and count, read inside the servers below all coprocessors. */
public record TableStore(EmbeddedCluster cluster, TableName name) {
  /** The stored keys, as {@code Bytes.toStringBinary} prints them. */
  public TreeSet<String> keys() throws IOException {
    return cells(new Scan()).stream()
        .map(CellUtil::cloneRow)
        .map(Bytes::toStringBinary)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The stored cells that a scan finds, region by region. */
  public List<Cell> cells(Scan scan) throws IOException {
    List<Cell> stored = new ArrayList<>();
    for (HRegion region : regions()) {
      try (RegionScanner scanner = region.getScanner(scan)) {
        List<Cell> cells = new ArrayList<>();
        boolean more = true;
        while (more) {
          more = scanner.next(cells);
          for (Cell cell : cells) {
            stored.add(((ExtendedCell) cell).deepClone());
          }
          cells.clear();
        }
      }
    }
    return stored;
  }

  /** The open regions. */
  public List<HRegion> regions() {
    return cluster.utility().getHBaseCluster().getRegions(name);
  }

  /** How many read requests each region has had, by its start key. */
  public Map<String, Long> reads() {
    Map<String, Long> reads = new TreeMap<>();
    for (HRegion region : regions()) {
      reads.put(
          Bytes.toString(region.getRegionInfo().getStartKey()), region.getReadRequestsCount());
    }
    return reads;
  }

  /** The start keys of the regions that have been read since {@link #reads()} returned these. */
  public TreeSet<String> readSince(Map<String, Long> before) {
    return reads().entrySet().stream()
        .filter(region -> region.getValue() > before.get(region.getKey()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
