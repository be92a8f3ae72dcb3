package io.halite.coprocessor.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;

/** Some rows of a store file, at even distances between the first and the last one. Stateless. */
final class FileRows {
  private FileRows() {}

  /**
   * Returns at most so many rows, which it reads from the file system.
   *
   * @param file a file whose region is open
   */
  static List<byte[]> between(HStoreFile file, Configuration conf, int most) throws IOException {
    List<byte[]> rows = new ArrayList<>();
    try (HFileScanner scanner = file.getReader().getHFileReader().getScanner(conf, false, true)) {
      for (byte[] point : points(file, most)) {
        // A seek ends at the cell before the point, if no cell is at it.
        boolean before = scanner.seekTo(PrivateCellUtil.createFirstOnRow(point)) >= 0;
        if (before ? scanner.next() : scanner.seekTo()) {
          rows.add(CellUtil.cloneRow(scanner.getKey()));
        }
      }
    }
    return rows;
  }

  private static Iterable<byte[]> points(HStoreFile file, int most) {
    if (file.getFirstKey().isEmpty() || file.getLastKey().isEmpty()) {
      return List.of();
    }
    byte[] first = CellUtil.cloneRow(file.getFirstKey().get());
    byte[] last = CellUtil.cloneRow(file.getLastKey().get());
    // HBase cannot divide what differs only in zeros at its end.
    boolean divides = Bytes.compareTo(Arrays.copyOf(first, last.length), last) < 0;
    return divides ? Bytes.iterateOnSplits(first, last, most) : List.of(first);
  }
}
