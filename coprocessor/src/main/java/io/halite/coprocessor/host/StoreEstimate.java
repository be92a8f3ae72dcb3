package io.halite.coprocessor.host;

import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionReading;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;

/**
 * What ranges of rows take of the store files of a region, by the roots of their block indexes,
 * which HBase keeps in memory. It reads no block.
 *
 * <p>Of a file with 10 entries in its root, a range that lies within the third entry and the fourth
 * takes two tenths. What lies in memory counts whole. Stateless.
 */
public final class StoreEstimate {
  private StoreEstimate() {}

  /**
   * Returns the bytes and cells that a scan of the ranges would read of the region.
   *
   * @param families those that the user may read whole: by shares of a file one could find out its
   *     keys
   */
  public static RegionReading of(
      HRegion region, List<KeyRange> ranges, Predicate<byte[]> families) {
    if (ranges.isEmpty()) {
      return new RegionReading(0, 0, Optional.empty());
    }
    long bytes = 0;
    long cells = 0;
    for (HStore store : region.getStores()) {
      if (!families.test(store.getColumnFamilyDescriptor().getName())) {
        continue;
      }
      bytes += store.getMemStoreSize().getDataSize();
      cells += store.getMemStoreSize().getCellsCount();
      for (HStoreFile file : store.getStorefiles()) {
        StoreFileReader reader = file.getReader();
        if (reader != null) {
          double share = share(reader.getHFileReader(), ranges);
          bytes += Math.round(share * reader.length());
          cells += Math.round(share * reader.getEntries());
        }
      }
    }
    return new RegionReading(bytes, cells, Optional.empty());
  }

  /**
   * Returns about which share of a range's rows in files lies before a row, 0 to 1; empty if no
   * file has rows of the range.
   *
   * @param families as above
   */
  public static OptionalDouble passed(
      HRegion region, KeyRange range, byte[] row, Predicate<byte[]> families) {
    double all = 0;
    double left = 0;
    for (HStore store : region.getStores()) {
      if (!families.test(store.getColumnFamilyDescriptor().getName())) {
        continue;
      }
      for (HStoreFile file : store.getStorefiles()) {
        StoreFileReader reader = file.getReader();
        if (reader != null) {
          HFile.Reader data = reader.getHFileReader();
          KeyRange rest = range.intersect(KeyRange.of(row, new byte[0]));
          all += share(data, List.of(range)) * reader.length();
          left += rest.isEmpty() ? 0 : share(data, List.of(rest)) * reader.length();
        }
      }
    }
    return all > 0 ? OptionalDouble.of(1 - Math.min(1, left / all)) : OptionalDouble.empty();
  }

  /** The share of a file's index entries that hold keys of the ranges, which come in order. */
  private static double share(HFile.Reader file, List<KeyRange> ranges) {
    RootIndex index = new RootIndex(file);
    int entries = index.entries();
    if (entries == 0) {
      return 0;
    }
    int held = 0;
    int counted = -1;
    for (KeyRange range : ranges) {
      int first = Math.max(0, index.entryOf(range.start(), 0));
      int last = range.stop().length == 0 ? entries - 1 : index.entryOf(range.stop(), -1);
      first = Math.max(first, counted + 1);
      if (last >= first) {
        held += last - first + 1;
        counted = last;
      }
    }
    return (double) held / entries;
  }
}
