package io.halite.coprocessor.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.util.Bytes;

/** Some rows of a store file, at even distances between the first and the last one. Stateless. */
public final class FileRows {
  /** What a seek returns for a key before the first cell; then the scanner is at none. */
  private static final int BEFORE_ALL = -1;

  private FileRows() {}

  /**
   * Returns some rows, each once: those at the first and the last key, and at most {@code most}
   * between them. It reads them from the file system.
   *
   * @param file a file that stays open meanwhile
   */
  public static List<byte[]> between(HFile.Reader file, Configuration conf, int most)
      throws IOException {
    List<byte[]> rows = new ArrayList<>();
    try (HFileScanner scanner = file.getScanner(conf, false, true)) {
      for (byte[] point : points(file, most)) {
        if (seek(scanner, point)) {
          add(CellUtil.cloneRow(scanner.getKey()), rows);
        }
      }
    }
    return rows;
  }

  /** Goes to the first cell that is not before the row {@code point}; false if there is none. */
  private static boolean seek(HFileScanner scanner, byte[] point) throws IOException {
    return switch (scanner.seekTo(PrivateCellUtil.createFirstOnRow(point))) {
      case BEFORE_ALL -> scanner.seekTo();
      // The index has a shorter key than the block's first one, and the point lies between them.
      case HConstants.INDEX_KEY_MAGIC -> true;
      // At the point, or at the cell before it.
      default -> scanner.next();
    };
  }

  private static void add(byte[] row, List<byte[]> rows) {
    if (rows.isEmpty() || !Arrays.equals(rows.get(rows.size() - 1), row)) {
      rows.add(row);
    }
  }

  private static Iterable<byte[]> points(HFile.Reader file, int most) {
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
