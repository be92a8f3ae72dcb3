package io.halite.routing.scan;

import io.halite.keys.KeyBytes;
import io.halite.keys.Salt;
import io.halite.routing.latest.LatestKeys;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Decides row by row, in stored or in merged order, which rows are the newest of their key.
 *
 * <p>With a limit of 2, {@code ATL 9, ATL 8, ATL 7, ORD 6} gives true, true, false, true. It
 * decides once about a row that comes in several pieces. For one scan; not thread-safe.
 */
public final class LatestCut {
  private final LatestKeys keys;
  private final int limit;
  private final Salt salt;
  private final byte[] from;
  private byte[] row = new byte[0];
  private byte[] history = new byte[0];
  private int rows;

  LatestCut(LatestKeys keys, int limit, Salt salt, byte[] from) {
    this.keys = keys;
    this.limit = limit;
    this.salt = salt;
    this.from = from;
  }

  /** Whether the stored row of this cell is one of the newest of its key and lies in the range. */
  public boolean admits(Cell cell) {
    byte[] next = CellUtil.cloneRow(cell);
    if (!Arrays.equals(next, row)) {
      row = next;
      byte[] natural = natural(next);
      byte[] of = Arrays.copyOf(natural, keys.historyLength(natural));
      rows = Arrays.equals(of, history) ? rows + 1 : 1;
      history = of;
    }
    return rows <= limit && KeyBytes.compare(natural(row), from) >= 0;
  }

  /** Whether no further row of the key counts. */
  public boolean isOver() {
    return rows > limit;
  }

  /** The first stored row behind the key in this bucket; empty if there is none. */
  public byte[] behindKey() {
    return KeyBytes.prefixSuccessor(Arrays.copyOf(row, salt.prefixWidth() + history.length));
  }

  private byte[] natural(byte[] stored) {
    return salt.unsalt(stored);
  }
}
