package io.halite.routing.merge;

import io.halite.routing.table.NaturalResults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Joins the stored rows of one natural key, which follow one another in natural order, to one row,
 * and reads that row as a plain table does.
 *
 * <p>{@code 03·61 a/9} and {@code 0C·61 a/7 b/7} become {@code 61 a/9 a/7 b/7}, to which the
 * reading then applies versions and filter. The rows have natural keys. One reader at a time; any
 * thread may call {@link #close}.
 */
public final class JoinedRows implements SortedRows {
  private static final int ROWS_AT_ONCE = 5_000;

  private final SortedRows stored;
  private final NaturalResults results;
  private final PlainReading reading;
  private final ScanMemory memory;
  private List<Place> row = new ArrayList<>();
  private long held;
  private boolean done;
  private boolean behind;
  private volatile boolean closed;

  /** The cells of a row that lie under one stored key. */
  private record Place(byte[] storedKey, List<Cell> cells) {
    long bytes() {
      long bytes = 0;
      for (Cell cell : cells) {
        bytes += cell.heapSize();
      }
      return bytes;
    }
  }

  /**
   * Joins the rows of {@code stored}, which must come in natural order.
   *
   * @param memory counts the places of the row that is being joined
   */
  public JoinedRows(
      SortedRows stored, NaturalResults results, PlainReading reading, ScanMemory memory) {
    this.stored = stored;
    this.results = results;
    this.reading = reading;
    this.memory = memory;
  }

  /** Returns the cells of all stored rows of one natural key, in HBase's order. */
  public static List<Cell> join(Iterable<Result> places, NaturalResults results) {
    List<Cell> cells = new ArrayList<>();
    for (Result place : places) {
      if (!place.isEmpty()) {
        cells.addAll(results.cells(place.rawCells()));
      }
    }
    cells.sort(CellComparator.getInstance());
    return cells;
  }

  @Override
  public synchronized @Nullable Result poll() throws IOException {
    behind = false;
    for (int looked = 0; !done; looked++) {
      if (looked == ROWS_AT_ONCE) {
        behind = true;
        return null;
      }
      Result next = stored.poll();
      if (next == null && !stored.isExhausted()) {
        return null;
      }
      if (closed) {
        // The stored rows end where they were closed, perhaps between the places of one row.
        return null;
      }
      Result whole =
          next == null ? last() : take(new Place(next.getRow(), results.cells(next.rawCells())));
      if (whole != null) {
        return whole;
      }
    }
    return null;
  }

  private @Nullable Result last() throws IOException {
    done = true;
    return row.isEmpty() ? null : finish(List.of());
  }

  /**
   * Takes the cells of one place. If they belong to another row than the cells before, returns the
   * row before, or null if the reading drops it.
   */
  private @Nullable Result take(Place place) throws IOException {
    if (row.isEmpty() || CellUtil.matchingRows(row.get(0).cells().get(0), place.cells().get(0))) {
      row.add(place);
      hold(held + place.bytes());
      return null;
    }
    return finish(List.of(place));
  }

  private @Nullable Result finish(List<Place> nextRow) throws IOException {
    List<Cell> given = reading.read(joined());
    row = new ArrayList<>(nextRow);
    hold(row.stream().mapToLong(Place::bytes).sum());
    if (reading.isDone()) {
      done = true;
      stored.close();
    }
    return given.isEmpty() ? null : Result.create(given);
  }

  private void hold(long bytes) {
    memory.add(bytes - held);
    held = bytes;
  }

  /** Returns all cells of the row; of equal cells, the one from the smaller place comes first. */
  private List<Cell> joined() {
    row.sort(Comparator.comparing(Place::storedKey, Bytes.BYTES_COMPARATOR));
    List<Cell> cells = new ArrayList<>();
    row.forEach(place -> cells.addAll(place.cells()));
    if (row.size() > 1) {
      cells.sort(CellComparator.getInstance());
    }
    return cells;
  }

  @Override
  public synchronized boolean isExhausted() {
    return done || closed;
  }

  @Override
  public synchronized boolean isFilterDone() throws IOException {
    return reading.isDone();
  }

  @Override
  public synchronized boolean isBehind() {
    return behind || (!done && stored.isBehind());
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (!isBehind()) {
      stored.await(millis);
    }
  }

  @Override
  public void leave() {
    stored.leave();
  }

  @Override
  public void close() {
    closed = true;
    stored.close();
    synchronized (this) {
      hold(0);
    }
  }
}
