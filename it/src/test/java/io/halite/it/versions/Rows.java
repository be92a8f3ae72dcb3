package io.halite.it.versions;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** The rows of a {@link TwinClient}, and results as text without the times that servers gave. */
final class Rows {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");
  static final byte[] N = Bytes.toBytes("n");

  private Rows() {}

  /** A natural key such as {@code n000007a}. */
  static byte[] key(int round, char last) {
    return Bytes.toBytes("n%06d%c".formatted(round, last));
  }

  /** The rows of the last three rounds. */
  static Scan scan(int round, boolean reversed) {
    byte[] first = key(Math.max(0, round - 2), 'a');
    byte[] last = key(round, 'z');
    return new Scan()
        .withStartRow(reversed ? last : first)
        .withStopRow(reversed ? first : last, true)
        .setReversed(reversed)
        .setCaching(2);
  }

  static String value(Result result, byte[] qualifier) {
    return Bytes.toStringBinary(result.getValue(F, qualifier));
  }

  static String text(Result result) {
    List<String> cells = new ArrayList<>();
    for (Cell cell : result.rawCells()) {
      cells.add(
          Bytes.toStringBinary(CellUtil.cloneRow(cell))
              + ':'
              + Bytes.toStringBinary(CellUtil.cloneQualifier(cell))
              + '='
              + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
    }
    return cells.toString();
  }
}
