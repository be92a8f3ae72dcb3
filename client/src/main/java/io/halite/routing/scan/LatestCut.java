package io.halite.routing.scan;

import io.halite.keys.KeyBytes;
import io.halite.keys.Salt;
import io.halite.routing.latest.ChoiceText;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.TimeChoice;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Decides row by row, in stored or in merged order, which rows are the newest of their key.
 *
 * <p>With a limit of 2, {@code ATL 9, ATL 8, ATL 7, ORD 6} gives true, true, false, true; with
 * steps of 5, {@code ATL 9, ATL 8, ATL 3} gives true, false, true. It decides once about a row that
 * comes in several pieces. For one scan; not thread-safe.
 */
public final class LatestCut {
  private final LatestKeys keys;
  private final int limit;
  private final TimeChoice choice;
  private final long newest;
  private final Salt salt;
  private final byte[] from;

  /** The stored row that was shown last. */
  private byte[] row = new byte[0];

  /** The bytes of its natural key before its time. */
  private byte[] history = new byte[0];

  /** How many rows of the history count. */
  private int rows;

  private long time;

  /** Where rows of the history that was read may count again; empty if its next row counts. */
  private OptionalLong older = OptionalLong.empty();

  /** Whether the row does not count, but a later one of its history may. */
  private boolean passed;

  LatestCut(LatestKeys keys, ChoiceText chosen, Salt salt, byte[] from) {
    this.keys = keys;
    this.limit = chosen.limit();
    this.choice = chosen.choice();
    this.newest = choice instanceof TimeChoice.AtTimes at ? at.newest() : Long.MAX_VALUE;
    this.salt = salt;
    this.from = from;
  }

  /** Whether the stored row of this cell is one of the newest of its key and lies in the range. */
  public boolean admits(Cell cell) {
    byte[] next = CellUtil.cloneRow(cell);
    if (!Arrays.equals(next, row)) {
      row = next;
      count(natural(next));
    }
    return !passed && rows <= limit && KeyBytes.compare(natural(row), from) >= 0;
  }

  private void count(byte[] natural) {
    byte[] of = Arrays.copyOf(natural, keys.historyLength(natural));
    long last = time;
    boolean same = rows > 0 && Arrays.equals(of, history);
    history = of;
    time = keys.time(natural);
    if (time > newest) {
      passed = true;
      older = OptionalLong.of(newest);
      rows = same ? rows : 0;
      return;
    }
    passed = same && choice.areOneStep(last, time);
    rows = same ? rows + (passed ? 0 : 1) : 1;
    older = choice.olderThanStep(time);
  }

  /** Whether the row does not count, nor those that follow up to {@link #behind}. */
  public boolean isOver() {
    return passed || rows > limit;
  }

  /**
   * The first stored row of this bucket that may count, after one that {@link #isOver}: of the key,
   * if a step of it follows, else behind the key. Empty if there is none.
   */
  public Optional<byte[]> behind() {
    byte[] stored = Arrays.copyOf(row, salt.prefixWidth() + history.length);
    if (rows <= limit && older.isPresent()) {
      return Optional.of(LatestKeys.rowAt(stored, older.getAsLong()));
    }
    return Optional.of(KeyBytes.prefixSuccessor(stored)).filter(after -> after.length > 0);
  }

  private byte[] natural(byte[] stored) {
    return salt.unsalt(stored);
  }
}
