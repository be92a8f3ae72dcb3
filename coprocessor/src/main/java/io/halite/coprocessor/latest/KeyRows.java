package io.halite.coprocessor.latest;

import io.halite.routing.latest.LatestRow;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** The newest rows of one key so far, at most a limit of them. */
final class KeyRows {
  private final byte[] key;
  private final int limit;
  private final PriorityQueue<LatestRow> oldestFirst =
      new PriorityQueue<>(LatestRow.NEWEST_FIRST.reversed());
  private long bytes;

  KeyRows(byte[] key, int limit) {
    this.key = key;
    this.limit = limit;
  }

  byte[] key() {
    return key;
  }

  int size() {
    return oldestFirst.size();
  }

  boolean isFull() {
    return oldestFirst.size() >= limit;
  }

  /** Takes the row if it is one of the newest; returns false if it and all older rows are not. */
  boolean offer(LatestRow row) {
    if (isFull()) {
      if (LatestRow.NEWEST_FIRST.compare(row, oldestFirst.peek()) >= 0) {
        return false;
      }
      bytes -= oldestFirst.remove().bytes();
    }
    oldestFirst.add(row);
    bytes += row.bytes();
    return true;
  }

  long bytes() {
    return bytes;
  }

  List<LatestRow> newestFirst() {
    List<LatestRow> rows = new ArrayList<>(oldestFirst);
    rows.sort(LatestRow.NEWEST_FIRST);
    return rows;
  }
}
