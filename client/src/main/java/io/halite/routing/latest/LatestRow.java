package io.halite.routing.latest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** One of the newest rows of a key. Immutable as long as the caller does not change its arrays. */
public final class LatestRow {
  /** Newest first; rows of one time in the order of their keys. */
  public static final Comparator<LatestRow> NEWEST_FIRST =
      (a, b) -> {
        int order = Long.compareUnsigned(a.revtime, b.revtime);
        return order != 0 ? order : Bytes.compareTo(a.row, b.row);
      };

  private final byte[] row;
  private final long revtime;
  private final List<Cell> cells;

  /**
   * A row.
   *
   * @param row the natural row key
   * @param revtime its revtime segment, unsigned
   * @param cells at least one cell, in HBase's order; the rows that the cells name are ignored
   */
  public LatestRow(byte[] row, long revtime, List<Cell> cells) {
    this.row = row;
    this.revtime = revtime;
    this.cells = List.copyOf(cells);
  }

  /** The natural row key. */
  public byte[] row() {
    return row;
  }

  /** The time in milliseconds since 1970. */
  public long time() {
    return Long.MAX_VALUE - revtime;
  }

  /** The cells; ignore the rows that they name. */
  public List<Cell> cells() {
    return cells;
  }

  /** The row as a result of HBase's client, under the natural key. */
  public Result result() {
    List<Cell> natural = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      natural.add(
          new KeyValue(
              row,
              CellUtil.cloneFamily(cell),
              CellUtil.cloneQualifier(cell),
              cell.getTimestamp(),
              KeyValue.Type.codeToType(cell.getTypeByte()),
              CellUtil.cloneValue(cell)));
    }
    return Result.create(natural);
  }

  /** The approximate size of the row in memory, in bytes: each cell holds its row key. */
  public long bytes() {
    long sum = row.length + 16L;
    for (Cell cell : cells) {
      sum +=
          24L
              + cell.getRowLength()
              + cell.getFamilyLength()
              + cell.getQualifierLength()
              + (long) cell.getValueLength();
    }
    return sum;
  }

  @Override
  public String toString() {
    return Bytes.toStringBinary(row) + " " + cells;
  }
}
