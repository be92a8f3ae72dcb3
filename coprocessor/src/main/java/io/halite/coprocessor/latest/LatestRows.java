package io.halite.coprocessor.latest;

import io.halite.coprocessor.latest.KeyRows.Verdict;
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
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
  private final CountedRows rows;
  private final RowsBefore before;
  private final PageLimits limits;
  private final PageParts parts;
  private final StepRest stepRest = new StepRest();
  private final Patience patience = new Patience();
  private final byte[] pageStart;
  private Optional<byte[]> history = Optional.empty();
  private int historyRows;
  private boolean historyDone;
  private int waited;

  /**
   * Makes a selection.
   *
   * @param rows the region's rows, opened at the first start of {@code request}
   * @param before the same rows backward, for the oldest rows of a history
   */
  LatestRows(
      PageRequest request,
      LatestKeys keys,
      Salt salt,
      SeekableRows rows,
      RowsBefore before,
      PageLimits limits) {
    this.request = request;
    this.selection = request.selection();
    this.keys = keys;
    this.salt = salt;
    this.rows = new CountedRows(rows, request.ranges().get(0).start());
    this.before = before;
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
      // Ranges without a row take time, too.
      if (KeyBytes.compare(asked.start(), pageStart) > 0
          && limits.areReached(parts.bytes(), parts.rows())) {
        return page(asked.start());
      }
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
    return new Page(parts.take(servedStop), servedStop, rows.work());
  }

  /** Serves one range; returns the stored row before which the page stopped, if it stopped. */
  private Optional<byte[]> serve(KeyRange range) throws IOException {
    history = Optional.empty();
    rows.goTo(firstWanted(range.start()));
    for (Step step = rows.read(); !step.isEnd() && range.contains(step.row()); step = rows.read()) {
      boolean progress = KeyBytes.compare(step.row(), pageStart) > 0;
      if (step.interrupted() || (progress && limits.areReached(parts.bytes(), parts.rows()))) {
        return historyDone && isOfHistory(step.row())
            ? history.map(KeyBytes::prefixSuccessor)
            : Optional.of(step.row());
      }
      if (historyDone && isOfHistory(step.row())) {
        rows.use();
        waited++;
        leave(range);
      } else if (isOfHistory(step.row()) && stepRest.holds(step.row())) {
        rows.use();
        leaveStep(range);
      } else if (!meet(range, step, progress)) {
        return Optional.of(step.row());
      }
    }
    return Optional.empty();
  }

  private boolean isOfHistory(byte[] stored) {
    return history.isPresent() && startsWith(stored, history.get());
  }

  /**
   * Takes a row of a history from which the page needs more rows.
   *
   * @param progress whether the page may end before this row
   * @return false if the time of the page is over, and it ends before this row
   */
  private boolean meet(KeyRange range, Step step, boolean progress) throws IOException {
    byte[] stored = step.row();
    salt.verify(stored, 0, stored.length);
    byte[] natural = natural(stored);
    if (!isOfHistory(stored)) {
      begin(range, stored, natural);
    }
    TimeWindow window = selection.window();
    long revtime = keys.revtime(natural);
    if (Long.compareUnsigned(revtime, window.firstRevtime()) < 0) {
      rows.seek(withTime(history.orElseThrow(), window.firstRevtime()));
      return true;
    }
    boolean inWindow = Long.compareUnsigned(revtime, window.lastRevtime()) <= 0;
    if (inWindow && selection.choice().isOldest()) {
      return meetOldest(range, stored, progress);
    }
    Verdict verdict =
        inWindow ? parts.offer(new LatestRow(natural, revtime, step.cells())) : Verdict.TOO_OLD;
    historyRows += verdict == Verdict.TAKEN ? 1 : 0;
    rows.use();
    historyDone =
        verdict == Verdict.TOO_OLD
            || (keys.areHistories() && historyRows >= selection.limit())
            || (selection.choice().hasSteps() && !beginRest(natural));
    if (historyDone) {
      waited = verdict == Verdict.TAKEN ? 0 : 1;
      leave(range);
    } else {
      leaveStep(range);
    }
    return true;
  }

  /** Begins the rest of this row's step; returns false if no step that counts follows. */
  private boolean beginRest(byte[] natural) {
    OptionalLong older = selection.choice().olderThanStep(keys.time(natural));
    long last = Long.MAX_VALUE - selection.window().lastRevtime();
    if (older.isEmpty() || older.getAsLong() < last) {
      return false;
    }
    stepRest.begin(LatestKeys.rowAt(history.orElseThrow(), older.getAsLong()));
    return true;
  }

  private void leaveStep(KeyRange range) throws IOException {
    Optional<byte[]> next = stepRest.jump();
    if (next.isPresent()) {
      jump(range, next.get());
    }
  }

  /** Takes the oldest rows of the history in which this row is the newest that counts. */
  private boolean meetOldest(KeyRange range, byte[] stored, boolean progress) throws IOException {
    byte[] begun = history.orElseThrow();
    long last = selection.window().lastRevtime();
    byte[] stop = last == -1 ? KeyBytes.prefixSuccessor(begun) : withTime(begun, last + 1);
    if (range.stop().length > 0 && (stop.length == 0 || KeyBytes.compare(range.stop(), stop) < 0)) {
      stop = range.stop();
    }
    Optional<List<Step>> oldest = before.read(stored, stop, selection.limit(), !progress);
    if (oldest.isEmpty()) {
      return false;
    }
    rows.countJump();
    for (Step row : oldest.get()) {
      rows.count(row);
      salt.verify(row.row(), 0, row.row().length);
      byte[] natural = natural(row.row());
      parts.offer(new LatestRow(natural, keys.revtime(natural), row.cells()));
    }
    rows.use();
    historyDone = true;
    waited = 0;
    leave(range);
    return true;
  }

  private byte[] natural(byte[] stored) {
    return salt.prefixWidth() == 0
        ? stored
        : Arrays.copyOfRange(stored, salt.prefixWidth(), stored.length);
  }

  private void begin(KeyRange range, byte[] stored, byte[] natural) {
    if (history.isPresent() && historyDone) {
      patience.rewarded();
    }
    byte[] begun = Arrays.copyOf(stored, salt.prefixWidth() + keys.historyLength(natural));
    history = Optional.of(begun);
    historyDone = false;
    stepRest.end();
    historyRows = startsWith(pageStart, begun) ? request.carried() : 0;
    parts.begin(range, stored, natural);
  }

  /** Jumps over the rest of a history that is done, after as many rows as patience allows. */
  private void leave(KeyRange range) throws IOException {
    byte[] after = KeyBytes.prefixSuccessor(history.orElseThrow());
    if (isBehind(after, range) || waited >= patience.rows()) {
      if (!isBehind(after, range)) {
        patience.exhausted();
        history = Optional.empty();
      }
      jump(range, after);
    }
  }

  private static boolean isBehind(byte[] row, KeyRange range) {
    byte[] stop = range.stop();
    return row.length == 0 || (stop.length > 0 && KeyBytes.compare(row, stop) >= 0);
  }

  /** Jumps ahead, or ends the range if nothing of it follows. */
  private void jump(KeyRange range, byte[] row) throws IOException {
    if (isBehind(row, range)) {
      rows.end();
    } else {
      rows.seek(row);
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
    return LatestKeys.rowAt(history, Long.MAX_VALUE - revtime);
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }
}
