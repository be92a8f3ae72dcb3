package io.halite.it.rights;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What lies in the regions, markers, old versions and tags included: read inside the servers, past
 * every hook.
 */
record StoredCells(MiniHBaseCluster cluster) {
  /** A sum over every cell of a table. */
  long digest(TableName table) throws IOException {
    CRC32C sum = new CRC32C();
    for (HRegion region : cluster.getRegions(table)) {
      read(
          region,
          new Scan(),
          cell -> {
            sum.update(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
            sum.update(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
            sum.update(
                cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
            sum.update(Bytes.toBytes(cell.getTimestamp()));
            sum.update(cell.getType().getCode());
            sum.update(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
            sum.update(cell.getTagsArray(), cell.getTagsOffset(), cell.getTagsLength());
          });
    }
    return sum.getValue();
  }

  /** All cells of a row, by the keys under which it may be stored, without these keys. */
  TreeSet<String> row(TableName table, List<byte[]> storedKeys) throws IOException {
    TreeSet<String> cells = new TreeSet<>();
    for (byte[] key : storedKeys) {
      for (HRegion region : cluster.getRegions(table)) {
        if (HRegion.rowIsInRange(region.getRegionInfo(), key)) {
          read(
              region,
              new Scan().withStartRow(key).withStopRow(key, true),
              cell -> cells.add(Outcome.text(cell) + tags(cell)));
        }
      }
    }
    return cells;
  }

  /** A tag that is there twice says what it says once. */
  private static String tags(Cell cell) {
    return PrivateCellUtil.getTags(cell).stream()
        .map(tag -> " tag " + tag.getType() + " " + Bytes.toStringBinary(Tag.cloneValue(tag)))
        .distinct()
        .collect(Collectors.joining());
  }

  private static void read(HRegion region, Scan scan, Consumer<Cell> reader) throws IOException {
    try (RegionScanner scanner = region.getScanner(scan.setRaw(true).readAllVersions())) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        more = scanner.nextRaw(cells);
        cells.forEach(reader);
        cells.clear();
      } while (more);
    }
  }
}
