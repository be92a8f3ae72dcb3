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
 * Rows of many places as one row each: what follows one another in natural order under one key is
 * put together and read as a plain table reads it.
 *
 * <p>{@code 03·61 a/9} and {@code 0C·61 a/7 b/7} are {@code 61 a/9 a/7 b/7} before versions and
 * filter. Its rows bear natural keys. One reader at a time; {@link #close} may come from any
 * thread.
 */
public final class JoinedRows implements SortedRows {
  private static final int ROWS_AT_ONCE = 5_000;

  private final SortedRows stored;
  private final NaturalResults results;
  private final PlainReading reading;
  private List<Place> row = new ArrayList<>();
  private boolean done;
  private boolean behind;

  /** What lies of a row under one stored key. */
  private record Place(byte[] storedKey, List<Cell> cells) {}

  /** The rows of {@code stored}, which come in natural order. */
  public JoinedRows(SortedRows stored, NaturalResults results, PlainReading reading) {
    this.stored = stored;
    this.results = results;
    this.reading = reading;
  }

  /** All cells of one row, which lie in these stored rows, in HBase's order. */
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

  /** Takes the cells of one place; gives the row before, if they are of another and it is given. */
  private @Nullable Result take(Place place) throws IOException {
    if (row.isEmpty() || CellUtil.matchingRows(row.get(0).cells().get(0), place.cells().get(0))) {
      row.add(place);
      return null;
    }
    return finish(List.of(place));
  }

  private @Nullable Result finish(List<Place> nextRow) throws IOException {
    List<Cell> given = reading.read(joined());
    row = new ArrayList<>(nextRow);
    if (reading.isDone()) {
      done = true;
      stored.close();
    }
    return given.isEmpty() ? null : Result.create(given);
  }

  /** All cells of the row; of two alike, that of the smaller place first, whichever came first. */
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
    return done;
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (!behind) {
      stored.await(millis);
    }
  }

  @Override
  public void close() {
    stored.close();
  }
}
