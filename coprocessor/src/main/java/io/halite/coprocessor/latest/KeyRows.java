package io.halite.coprocessor.latest;

import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Selection;
import io.halite.routing.latest.TimeChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The rows of one key that count so far, at most a limit of them. */
final class KeyRows {
  private final byte[] key;
  private final int limit;
  private final TimeChoice choice;
  private final TreeSet<LatestRow> newestFirst = new TreeSet<>(LatestRow.NEWEST_FIRST);
  private long bytes;

  /** What a row means for the rows of its history that are older. */
  enum Verdict {
    /** The row counts. */
    TAKEN,
    /** It does not count, but rows of older steps may. */
    PASSED,
    /** Neither it nor older rows count. */
    TOO_OLD
  }

  KeyRows(byte[] key, Selection selection) {
    this.key = key;
    this.limit = selection.limit();
    this.choice = selection.choice();
  }

  byte[] key() {
    return key;
  }

  int size() {
    return newestFirst.size();
  }

  /** Takes a row if it counts. */
  Verdict offer(LatestRow row) {
    if (choice.hasSteps() && !makeRoomInStep(row)) {
      return Verdict.PASSED;
    }
    if (newestFirst.size() >= limit) {
      LatestRow worst = choice.isOldest() ? newestFirst.first() : newestFirst.last();
      int order = LatestRow.NEWEST_FIRST.compare(row, worst);
      if (choice.isOldest() ? order <= 0 : order >= 0) {
        return Verdict.TOO_OLD;
      }
      remove(worst);
    }
    newestFirst.add(row);
    bytes += row.bytes();
    return Verdict.TAKEN;
  }

  /** Removes the row of the same step that is older; false if it is newer, so that it stays. */
  private boolean makeRoomInStep(LatestRow row) {
    LatestRow newer = newestFirst.floor(row);
    if (newer != null && choice.areOneStep(newer.time(), row.time())) {
      return false;
    }
    LatestRow older = newestFirst.higher(row);
    if (older != null && choice.areOneStep(older.time(), row.time())) {
      remove(older);
    }
    return true;
  }

  private void remove(LatestRow row) {
    newestFirst.remove(row);
    bytes -= row.bytes();
  }

  long bytes() {
    return bytes;
  }

  List<LatestRow> newestFirst() {
    return new ArrayList<>(newestFirst);
  }
}
