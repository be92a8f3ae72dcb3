package io.halite.routing.merge;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * The rows of many images as they come: none waits for a row of another image.
 *
 * <p>A limited number of images is read at once, in parallel and ahead, each up to a bounded number
 * of bytes. When all rows of one have arrived, the next one begins, so that rows of twice as many
 * images may wait for the reader. The rows of the buckets {@code 00·61} {@code 00·63} and {@code
 * 01·62} may come out as {@code 01·62} {@code 00·61} {@code 00·63}.
 *
 * <p>Of a row that comes in pieces, all come in succession.
 *
 * <p>An image that cannot be read fails the scan when the reader has taken the rows before the
 * failure, and from then on at every poll. One reader at a time; {@link #close} may come from any
 * thread.
 */
public final class UnorderedRows implements ArrivingRows {
  /** How many rows of one image come in succession while other images have rows, too. */
  private static final int ROWS_IN_TURN = 64;

  /** The most bytes of rows in succession, unless the first row has more. */
  private static final long BYTES_IN_TURN = 64 << 10;

  private final ImageReading images;
  private final Conversion conversion;
  private final CursorMoves progress;
  private final int atOnce;

  /** The reader's own, and so without a lock: rows of the first image that come next. */
  private final Queue<Result> turn = new ArrayDeque<>();

  private final Queue<BucketCursor> reading = new ArrayDeque<>();
  private Iterator<Scan> rest;
  private boolean rowOpen;
  private long seen;
  private volatile boolean closed;

  /** Makes the row to give of a stored one. */
  public interface Conversion {
    /** Returns the row to give; empty to drop it. */
    Optional<Result> of(Result stored) throws IOException;
  }

  private UnorderedRows(
      ImageReading images,
      List<Scan> scans,
      int atOnce,
      Conversion conversion,
      MoveListener moved) {
    this.images = images;
    this.rest = scans.iterator();
    this.atOnce = atOnce;
    this.conversion = conversion;
    this.progress = new CursorMoves(moved);
  }

  /**
   * Opens the first {@code atOnce} scans; the others when all rows of these have arrived.
   *
   * @param images how to read them
   * @param scans one for each image
   * @param conversion of the rows of all scans
   * @param moved hears of rows, heartbeats, failures and ends
   */
  public static UnorderedRows open(
      ImageReading images,
      List<Scan> scans,
      int atOnce,
      Conversion conversion,
      MoveListener moved) {
    UnorderedRows rows = new UnorderedRows(images, scans, atOnce, conversion, moved);
    rows.openMore();
    return rows;
  }

  private void openMore() {
    long arriving = reading.stream().filter(cursor -> !cursor.isComplete()).count();
    for (; arriving < atOnce && reading.size() < 2 * atOnce && rest.hasNext(); arriving++) {
      Scan scan = rest.next();
      BucketCursor cursor = new BucketCursor(images, progress, new Remainder(scan));
      reading.add(cursor);
      cursor.read(scan);
    }
  }

  @Override
  public @Nullable Result poll() throws IOException {
    if (closed) {
      return null;
    }
    Result row = ofTurn();
    return row == null ? ofImages() : row;
  }

  /** The next row of the turn; null after its last one. */
  private @Nullable Result ofTurn() throws IOException {
    while (!turn.isEmpty()) {
      // Converted first, so that a row that cannot be converted stays where it is.
      Optional<Result> row = conversion.of(turn.element());
      rowOpen = turn.remove().mayHaveMoreCellsInRow();
      if (turn.isEmpty() && !rowOpen) {
        nextInTurn();
      }
      if (row.isPresent()) {
        return row.get();
      }
    }
    return null;
  }

  private synchronized @Nullable Result ofImages() throws IOException {
    long moves = progress.moves();
    if (moves != seen) {
      seen = moves;
      openMore();
    }
    int silent = 0;
    while (silent < reading.size()) {
      BucketCursor first = reading.element();
      if (first.peek() != null) {
        first.take(turn, ROWS_IN_TURN, BYTES_IN_TURN);
        // Without any, the rest of the row has not arrived.
        silent += turn.isEmpty() ? pass() : 0;
        Result row = ofTurn();
        if (row != null) {
          return row;
        }
      } else if (first.isExhausted()) {
        reading.remove();
        rowOpen = false;
        openMore();
      } else {
        silent += pass();
      }
    }
    return null;
  }

  /** Goes on to the next image, unless a row of this one has begun; returns how many are silent. */
  private int pass() {
    if (rowOpen) {
      return reading.size();
    }
    nextInTurn();
    return 1;
  }

  private synchronized void nextInTurn() {
    reading.add(reading.remove());
  }

  @Override
  public synchronized boolean isExhausted() {
    return closed
        || (turn.isEmpty()
            && !rest.hasNext()
            && reading.stream().allMatch(BucketCursor::isExhausted));
  }

  @Override
  public void await(long millis) throws InterruptedException {
    progress.await(seen, millis);
  }

  private synchronized List<BucketCursor> open() {
    return List.copyOf(reading);
  }

  @Override
  public void leave() {
    open().forEach(BucketCursor::leave);
  }

  @Override
  public void close() {
    closed = true;
    synchronized (this) {
      rest = Collections.emptyIterator();
    }
    MergedScan.closeAll(open());
  }
}
