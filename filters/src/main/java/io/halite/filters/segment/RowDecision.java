package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import java.util.Arrays;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.util.ByteBufferUtils;

/**
 * What the filter says about the current row: found out at its first cell, repeated for the rest.
 */
final class RowDecision {
  private final SegmentSeeker seeker;
  private final SeekPolicy policy;
  private final byte[] target;
  private final byte[] origin;
  private int originHeld;
  private boolean approaching;
  private boolean done;
  private ReturnCode code;
  private byte[] hintRow;

  RowDecision(SegmentTable table, SeekPolicy policy) {
    this.seeker = new SegmentSeeker(table);
    this.policy = policy;
    this.target = new byte[table.width];
    this.origin = new byte[table.width];
    this.done = table.nothing;
  }

  void reset() {
    code = null;
    hintRow = null;
  }

  /** Whether no row from here on can match. */
  boolean done() {
    return done;
  }

  boolean rejected() {
    return code != null && code != ReturnCode.INCLUDE;
  }

  /** The code for every cell of the row. */
  ReturnCode decide(Cell cell, boolean reversed) {
    if (code == null) {
      code = decideRow(cell, reversed);
    }
    return code;
  }

  /** A cell before all others of the row to seek to. */
  Cell hint() {
    return PrivateCellUtil.createFirstOnRow(hintRow, 0, (short) hintRow.length);
  }

  private ReturnCode decideRow(Cell cell, boolean reversed) {
    int length = cell.getRowLength();
    byte[] key = seeker.scratch();
    int held = Math.min(length, key.length);
    if (cell instanceof ByteBufferExtendedCell buffered) {
      ByteBufferUtils.copyFromBufferToArray(
          key, buffered.getRowByteBuffer(), buffered.getRowPosition(), 0, held);
    } else {
      System.arraycopy(cell.getRowArray(), cell.getRowOffset(), key, 0, held);
    }
    if (approaching) {
      if (isBetween(key, held, reversed)) {
        return towardsTarget(cell, reversed);
      }
      policy.reached();
      approaching = false;
    }
    System.arraycopy(key, 0, origin, 0, held);
    originHeld = held;
    SegmentSeeker.Verdict verdict = reversed ? seeker.reverse(length) : seeker.forward(length);
    done = verdict == SegmentSeeker.Verdict.DONE;
    if (verdict != SegmentSeeker.Verdict.SEEK) {
      return done ? ReturnCode.NEXT_ROW : ReturnCode.INCLUDE;
    }
    System.arraycopy(key, 0, target, 0, target.length);
    policy.aim();
    return towardsTarget(cell, reversed);
  }

  /**
   * Whether the row lies between the miss that named the target and the target, where nothing
   * matches. The near end is looked at too because SkipFilter and WhileMatchFilter do not pass on
   * the direction of the scan: then rows come the other way, and each has to be judged by itself.
   */
  private boolean isBetween(byte[] key, int held, boolean reversed) {
    int toTarget = Arrays.compareUnsigned(key, 0, held, target, 0, target.length);
    int toOrigin = Arrays.compareUnsigned(key, 0, held, origin, 0, originHeld);
    return reversed ? toTarget > 0 && toOrigin <= 0 : toTarget < 0 && toOrigin >= 0;
  }

  private ReturnCode towardsTarget(Cell cell, boolean reversed) {
    approaching = policy.readsOn();
    if (approaching) {
      return ReturnCode.NEXT_ROW;
    }
    if (!reversed) {
      hintRow = target.clone();
      return ReturnCode.SEEK_NEXT_USING_HINT;
    }
    // A reversed seek ends at the last row up to the one it names; so it names the first row behind
    // the target. That may be the current row itself, and a hint that stands still is no hint.
    hintRow = KeyBytes.prefixSuccessor(target);
    boolean behind = CellComparator.getInstance().compareRows(cell, hintRow, 0, hintRow.length) > 0;
    return behind ? ReturnCode.SEEK_NEXT_USING_HINT : ReturnCode.NEXT_ROW;
  }
}
