package io.halite.coprocessor.latest;

import io.halite.coprocessor.latest.SeekableRows.Step;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import io.halite.routing.latest.TimeWindow;
import io.halite.routing.latest.Work;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Selects the newest rows of each key from rows in stored order. It reads once from start to end,
 * and jumps over the rest of a history, unless {@link Patience} expects the next key within a few
 * rows.
 *
 * <p>For two rows of each origin over {@code ATL 9, ATL 8, ATL 7, …, ORD 6, …} it reads {@code ATL
 * 9} and {@code ATL 8}, jumps to {@code ATM}, which is the first key after those of {@code ATL},
 * and there finds {@code ORD 6}. A page may end in the middle of a history. Its part of that key
 * then has the newest of the rows read so far. To combine the parts of a key from several pages,
 * regions or buckets, take the newest rows of all parts.
 *
 * <p>For one use by one thread.
 */
final class LatestRows {
  private final PageRequest request;
  private final Selection selection;
  private final LatestKeys keys;
  private final Salt salt;
  private final SeekableRows rows;
  private final PageLimits limits;
  private final PageParts parts;
  private final Patience patience = new Patience();
  private final byte[] pageStart;
  private Step step = Step.END;
  // Whether step was read and has not been used.
  private boolean ready;
  private Optional<byte[]> history = Optional.empty();
  private int historyRows;
  private boolean historyDone;
  private int waited;
  private long rowsRead;
  private long cellsRead;
  private long seeks;

  /**
   * Makes a selection.
   *
   * @param rows the region's rows, opened at the first start of {@code request}
   */
  LatestRows(
      PageRequest request, LatestKeys keys, Salt salt, SeekableRows rows, PageLimits limits) {
    this.request = request;
    this.selection = request.selection();
    this.keys = keys;
    this.salt = salt;
    this.rows = rows;
    this.limits = limits;
    this.parts = new PageParts(request, keys, salt);
    this.pageStart = request.ranges().get(0).start();
  }

  /**
   * Reads the page.
   *
   * @param regionStop where the region ends; empty for the end of the table
   */
  Page select(byte[] regionStop) throws IOException {
    KeyRange region = KeyRange.of(new byte[0], regionStop);
    for (KeyRange asked : request.ranges()) {
      KeyRange range = asked.intersect(region);
      Optional<byte[]> stopped = range.isEmpty() ? Optional.empty() : serve(range);
      if (stopped.isPresent()) {
        return page(stopped.get());
      }
      if (!range.equals(asked)) {
        return page(regionStop);
      }
    }
    return page(new byte[0]);
  }

  private Page page(byte[] servedStop) {
    return new Page(parts.take(servedStop), servedStop, new Work(rowsRead, cellsRead, seeks));
  }

  /** Serves one range; returns the stored row before which the page stopped, if it stopped. */
  private Optional<byte[]> serve(KeyRange range) throws IOException {
    history = Optional.empty();
    goTo(firstWanted(range.start()));
    for (read(); !step.isEnd() && range.contains(step.row()); read()) {
      boolean progress = KeyBytes.compare(step.row(), pageStart) > 0;
      if (step.interrupted() || (progress && limits.areReached(parts.bytes(), parts.rows()))) {
        return historyDone && isOfHistory(step.row())
            ? history.map(KeyBytes::prefixSuccessor)
            : Optional.of(step.row());
      }
      if (historyDone && isOfHistory(step.row())) {
        ready = false;
        waited++;
        leave(range);
      } else {
        meet(range, step.row());
      }
    }
    return Optional.empty();
  }

  private boolean isOfHistory(byte[] stored) {
    return history.isPresent() && startsWith(stored, history.get());
  }

  /** Takes a row of a history from which the page needs more rows. */
  private void meet(KeyRange range, byte[] stored) throws IOException {
    salt.verify(stored, 0, stored.length);
    byte[] natural =
        salt.prefixWidth() == 0
            ? stored
            : Arrays.copyOfRange(stored, salt.prefixWidth(), stored.length);
    if (!isOfHistory(stored)) {
      begin(range, stored, natural);
    }
    TimeWindow window = selection.window();
    long revtime = keys.revtime(natural);
    if (Long.compareUnsigned(revtime, window.firstRevtime()) < 0) {
      seek(withTime(history.orElseThrow(), window.firstRevtime()));
      return;
    }
    boolean wanted =
        Long.compareUnsigned(revtime, window.lastRevtime()) <= 0
            && parts.offer(new LatestRow(natural, revtime, step.cells()));
    historyRows += wanted ? 1 : 0;
    ready = false;
    historyDone = !wanted || (keys.areHistories() && historyRows >= selection.limit());
    if (historyDone) {
      waited = wanted ? 0 : 1;
      leave(range);
    }
  }

  private void begin(KeyRange range, byte[] stored, byte[] natural) {
    if (history.isPresent() && historyDone) {
      patience.rewarded();
    }
    byte[] begun = Arrays.copyOf(stored, salt.prefixWidth() + keys.historyLength(natural));
    history = Optional.of(begun);
    historyDone = false;
    historyRows = startsWith(pageStart, begun) ? request.carried() : 0;
    parts.begin(range, stored, natural);
  }

  /** Jumps over the rest of a history that is done, after as many rows as patience allows. */
  private void leave(KeyRange range) throws IOException {
    byte[] after = KeyBytes.prefixSuccessor(history.orElseThrow());
    byte[] stop = range.stop();
    if (after.length == 0 || (stop.length > 0 && KeyBytes.compare(after, stop) >= 0)) {
      step = Step.END;
      ready = true;
    } else if (waited >= patience.rows()) {
      patience.exhausted();
      history = Optional.empty();
      seek(after);
    }
  }

  /** Returns where the rows that are not too new begin, in a range that begins in a history. */
  private byte[] firstWanted(byte[] start) {
    if (selection.window().asOf().isEmpty() || start.length <= salt.prefixWidth()) {
      return start;
    }
    byte[] natural = Arrays.copyOfRange(start, salt.prefixWidth(), start.length);
    if (!keys.isHistory(natural)) {
      return start;
    }
    return withTime(start, selection.window().firstRevtime());
  }

  private static byte[] withTime(byte[] history, long revtime) {
    byte[] row = Arrays.copyOf(history, history.length + Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      row[history.length + i] = (byte) (revtime >>> 8 * (Long.BYTES - 1 - i));
    }
    return row;
  }

  /** Goes to a row, unless the rows are already there or beyond it. */
  private void goTo(byte[] row) throws IOException {
    boolean atStart = rowsRead == 0 && seeks == 0 && Arrays.equals(row, pageStart);
    boolean beyond = ready && !step.isEnd() && KeyBytes.compare(step.row(), row) >= 0;
    if (!atStart && !beyond) {
      seek(row);
    }
  }

  private void seek(byte[] row) throws IOException {
    rows.seek(row);
    seeks++;
    ready = false;
  }

  /** Reads the next row into {@link #step}, unless that holds a row that was not used. */
  private void read() throws IOException {
    if (!ready) {
      step = rows.next();
      ready = true;
      if (!step.isEnd() && !step.interrupted()) {
        rowsRead++;
        cellsRead += step.cells().size();
      }
    }
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }
}
