package io.halite.routing.merge;

import io.halite.keys.KeyRange;
import io.halite.routing.host.RequestedMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of one pass that come next in natural order, as many as fit, and drops the others.
 *
 * <p>With room for two rows, it keeps {@code 61 62} of {@code 61 64 63 62}, and the next pass
 * begins at {@code 63}, the nearest dropped row. It copies the rows that it keeps, because a cell
 * of an RPC holds the whole response in memory. Not thread-safe.
 */
final class NearestRows {
  private final KeyRange range;
  private final boolean reversed;
  private final long capacity;
  private final long mostRows;
  private final TreeMap<byte[], Result> rows;
  private long bytes;
  private long offered;
  private byte @Nullable [] nearestDropped;

  /** Keeps rows of a range; at most {@code mostRows} of them if that is above 0. */
  NearestRows(KeyRange range, boolean reversed, long capacityBytes, long mostRows) {
    this.range = range;
    this.reversed = reversed;
    this.capacity = capacityBytes;
    this.mostRows = mostRows;
    this.rows = new TreeMap<>(this::compare);
  }

  private int compare(byte[] a, byte[] b) {
    return reversed ? Arrays.compareUnsigned(b, a) : Arrays.compareUnsigned(a, b);
  }

  /** Keeps the row if it is among the next ones; returns whether it lies in the range. */
  boolean offer(byte[] naturalKey, Result row) throws IOException {
    if (!range.contains(naturalKey)) {
      return false;
    }
    offered++;
    if (nearestDropped != null && compare(naturalKey, nearestDropped) >= 0) {
      return true;
    }
    Result copy = copy(row);
    Result before = rows.put(naturalKey, copy);
    bytes += heapSize(copy) - (before == null ? 0 : heapSize(before));
    while (rows.size() > 1 && (bytes > capacity || (mostRows > 0 && rows.size() > mostRows))) {
      Map.Entry<byte[], Result> farthest = rows.pollLastEntry();
      bytes -= heapSize(farthest.getValue());
      nearestDropped = farthest.getKey();
    }
    return true;
  }

  /** Returns how many rows {@link #offer} was given. */
  long offered() {
    return offered;
  }

  /** Returns the bytes of the rows that it keeps, as they lie in memory. */
  long bytes() {
    return bytes;
  }

  /** Returns the rows that it has kept, in the order of the scan. */
  Collection<Result> kept() {
    return rows.values();
  }

  /** Returns the natural range from the nearest dropped row on; null if it has dropped no row. */
  @Nullable KeyRange rest() {
    if (nearestDropped == null) {
      return null;
    }
    return range.intersect(
        reversed
            ? KeyRange.of(new byte[0], Arrays.copyOf(nearestDropped, nearestDropped.length + 1))
            : KeyRange.of(nearestDropped, new byte[0]));
  }

  private static Result copy(Result row) throws IOException {
    List<Cell> cells = new ArrayList<>(row.size());
    for (Cell cell : row.rawCells()) {
      cells.add(((ExtendedCell) cell).deepClone());
    }
    Result copy = Result.create(cells, row.getExists(), row.isStale());
    RequestedMetrics.copy(row, copy);
    return copy;
  }

  private static long heapSize(Result row) {
    long size = 0;
    for (Cell cell : row.rawCells()) {
      size += cell.heapSize();
    }
    return size;
  }
}
