package io.halite.routing.merge;

import io.halite.routing.host.SummedMetrics;
import io.halite.routing.table.NaturalResults;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
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

  /** Those of the places of the row that is being joined, and of the rows dropped before it. */
  private final SummedMetrics metrics = new SummedMetrics();

  private RowPlaces row = new RowPlaces();
  private long held;
  private boolean done;
  private boolean behind;
  private volatile boolean closed;

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
    RowPlaces row = new RowPlaces();
    for (Result place : places) {
      if (!place.isEmpty()) {
        row.add(place.getRow(), results.cells(place.rawCells()));
      }
    }
    return row.joined();
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
      Result whole = next == null ? last() : take(next.getRow(), results.cells(next.rawCells()));
      if (next != null) {
        metrics.add(next);
      }
      if (whole != null) {
        return whole;
      }
    }
    return null;
  }

  private @Nullable Result last() throws IOException {
    done = true;
    return row.isEmpty() ? null : finish();
  }

  /**
   * Takes the cells of one place. If they belong to another row than the cells before, returns the
   * row before, or null if the reading drops it.
   */
  private @Nullable Result take(byte[] storedKey, List<Cell> cells) throws IOException {
    Result whole = row.isEmpty() || row.isOf(cells.get(0)) ? null : finish();
    if (!done) {
      row.add(storedKey, cells);
      hold(row.bytes());
      row.dropIfDoubled(reading);
      hold(row.bytes());
    }
    return whole;
  }

  private @Nullable Result finish() throws IOException {
    List<Cell> given = reading.read(row.joined());
    row = new RowPlaces();
    hold(0);
    if (reading.isDone()) {
      done = true;
      stored.close();
    }
    return given.isEmpty() ? null : metrics.moveTo(Result.create(given));
  }

  private void hold(long bytes) {
    memory.add(bytes - held);
    held = bytes;
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
