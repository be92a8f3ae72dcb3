package io.halite.routing.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The cells of one natural row, by the stored keys under which they lie.
 *
 * <p>{@code f:q/7} under {@code 03·61} and {@code f:q/9} under {@code 0C·61} are {@code f:q/9} and
 * {@code f:q/7} of the row {@code 61}. A reader of one version needs only the first of them: {@link
 * #dropIfDoubled} lets go of the other, though further places are to come. Not thread-safe.
 */
public final class RowPlaces {
  /** The size in bytes up to which nothing of a row is dropped before it is whole. */
  private static final long UNDROPPED = 1 << 20;

  private final NavigableMap<byte[], List<Cell>> places = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private long bytes;
  private long doubled = UNDROPPED;

  /** Adds cells of one place: natural ones, in HBase's order. */
  public void add(byte[] storedKey, List<Cell> cells) {
    places.merge(storedKey, cells, RowPlaces::both);
    bytes += bytes(cells);
  }

  private static List<Cell> both(List<Cell> before, List<Cell> after) {
    List<Cell> both = new ArrayList<>(before);
    both.addAll(after);
    return both;
  }

  private static long bytes(List<Cell> cells) {
    long bytes = 0;
    for (Cell cell : cells) {
      bytes += cell.heapSize();
    }
    return bytes;
  }

  /**
   * Drops as {@link #drop} does if the row has 1 MiB, and twice what the last drop has left: each
   * drop sorts all cells, so all drops together cost little.
   */
  public void dropIfDoubled(PlainReading reading) throws IOException {
    if (bytes >= doubled) {
      drop(reading);
      doubled = Math.max(UNDROPPED, 2 * bytes);
    }
  }

  /** Drops the cells that {@code reading} does not need, whatever else the row has. */
  void drop(PlainReading reading) throws IOException {
    Set<Cell> needed = Collections.newSetFromMap(new IdentityHashMap<>());
    needed.addAll(reading.ofSomePlaces().read(joined()));
    places.replaceAll((key, cells) -> cells.stream().filter(needed::contains).toList());
    places.values().removeIf(List::isEmpty);
    bytes = places.values().stream().mapToLong(RowPlaces::bytes).sum();
  }

  /** Returns all cells of the row; of equal cells, the one from the smaller place comes first. */
  public List<Cell> joined() {
    List<Cell> cells = new ArrayList<>();
    places.values().forEach(cells::addAll);
    if (places.size() > 1) {
      cells.sort(CellComparator.getInstance());
    }
    return cells;
  }

  /** Whether it has no cell. */
  boolean isEmpty() {
    return places.isEmpty();
  }

  /** Whether a cell is of this row, which has cells. */
  boolean isOf(Cell cell) {
    return CellUtil.matchingRows(places.values().iterator().next().get(0), cell);
  }

  /** What all cells take in memory, in bytes. */
  public long bytes() {
    return bytes;
  }
}
