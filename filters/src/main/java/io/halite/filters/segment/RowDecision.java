package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import java.util.Arrays;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.util.ByteBufferUtils;
import org.jspecify.annotations.Nullable;

/** The verdict on the current row: computed at its first cell, repeated for the others. */
final class RowDecision {
  private final SegmentQuery query;
  private final KeySeeker seeker;
  private final SeekPolicy policy;

  /** The seeker of {@link #hintAside}, which leaves the other one as it is; null before. */
  private @Nullable KeySeeker aside;

  /** Where the next match can be at the earliest, in the direction of the scan. */
  private byte[] target;

  /** The first row that the filter was shown; null before. */
  private byte @Nullable [] firstRow;

  /** Whether a row has shown that rows come in the filter's direction. */
  private boolean inOrder;

  /** Whether rows are read on up to the target, since a seek would cost more. */
  private boolean approaching;

  /** Whether the last row that was judged matches. */
  private boolean matched;

  private boolean done;

  /** The verdict on the current row; null before its first cell. */
  private @Nullable ReturnCode code;

  /** The row of the hint, while the verdict is to seek. */
  private byte[] hintRow = new byte[0];

  RowDecision(SegmentQuery query, SeekPolicy policy) {
    this.query = query;
    this.seeker = query.seeker();
    this.policy = policy;
    this.target = new byte[seeker.scratch(0).length];
    this.done = query.matchesNothing();
  }

  void reset() {
    code = null;
  }

  /** Whether no row from here on can match. */
  boolean done() {
    return done;
  }

  /**
   * Whether the row is rejected. Before a verdict the answer is {@link #done}: an OR list skips
   * filterCell once filterAllRemaining is true, but still calls filterRow.
   */
  boolean rejected() {
    return code == null ? done : code != ReturnCode.INCLUDE;
  }

  /** Whether the row is skipped without a hint. */
  boolean passedOver() {
    return code == ReturnCode.NEXT_ROW;
  }

  /** The code for every cell of the row. */
  ReturnCode decide(Cell cell, boolean reversed) {
    ReturnCode known = code;
    if (known == null) {
      known = decideRow(cell, reversed);
      code = known;
    }
    return known;
  }

  /** The first possible cell of the row to seek to. */
  Cell hint() {
    return firstOn(hintRow);
  }

  private static Cell firstOn(byte[] row) {
    return PrivateCellUtil.createFirstOnRow(row, 0, (short) row.length);
  }

  /**
   * The hint for a cell of any row, which changes no verdict; null without one, and where the rows
   * are read on.
   */
  @Nullable Cell hintAside(Cell cell, boolean reversed) {
    if (done || (code != null && code != ReturnCode.SEEK_NEXT_USING_HINT)) {
      return null;
    }
    KeySeeker own = aside;
    if (own == null) {
      own = query.seeker();
      aside = own;
    }
    int length = cell.getRowLength();
    copyRow(cell, own.scratch(length));
    KeySeeker.Verdict verdict = reversed ? own.reverse(length) : own.forward(length);
    if (verdict != KeySeeker.Verdict.SEEK) {
      return null;
    }
    byte[] row = reversed ? behind(own.target()) : own.target().clone();
    boolean moves = reversed ? isBehind(cell, row) : !isNext(cell, row);
    return moves ? firstOn(row) : null;
  }

  private static int copyRow(Cell cell, byte[] key) {
    int held = Math.min(cell.getRowLength(), key.length);
    if (cell instanceof ByteBufferExtendedCell buffered) {
      ByteBufferUtils.copyFromBufferToArray(
          key, buffered.getRowByteBuffer(), buffered.getRowPosition(), 0, held);
    } else {
      System.arraycopy(cell.getRowArray(), cell.getRowOffset(), key, 0, held);
    }
    return held;
  }

  private ReturnCode decideRow(Cell cell, boolean reversed) {
    int length = cell.getRowLength();
    if (policy.judgesAlone()
        && !(cell instanceof ByteBufferExtendedCell)
        && seeker.rejects(cell.getRowArray(), cell.getRowOffset(), length)) {
      policy.passedAlone();
      return ReturnCode.NEXT_ROW;
    }
    byte[] key = seeker.scratch(length);
    int held = copyRow(cell, key);
    if (firstRow == null) {
      firstRow = Arrays.copyOf(key, held);
    }
    if (policy.judgesAlone()) {
      return alone(length);
    }
    if (approaching) {
      int compared = reversed && seeker.targetsRows() ? held : Math.min(held, target.length);
      int toTarget = Arrays.compareUnsigned(key, 0, compared, target, 0, target.length);
      if ((reversed ? toTarget > 0 : toTarget < 0) && comesInOrder(key, held, reversed)) {
        return towardsTarget(cell, reversed);
      }
      policy.reached();
      approaching = false;
    }
    // Matching rows often come together, and to find that costs less than to find a target.
    if (matched && seeker.matches(length)) {
      return ReturnCode.INCLUDE;
    }
    KeySeeker.Verdict verdict = reversed ? seeker.reverse(length) : seeker.forward(length);
    matched = verdict == KeySeeker.Verdict.MATCH;
    done = verdict == KeySeeker.Verdict.DONE;
    if (verdict != KeySeeker.Verdict.SEEK) {
      return done ? ReturnCode.NEXT_ROW : ReturnCode.INCLUDE;
    }
    target = seeker.takeTarget(target);
    policy.aim(seeker.level());
    return towardsTarget(cell, reversed);
  }

  private ReturnCode alone(int length) {
    if (seeker.matches(length)) {
      return ReturnCode.INCLUDE;
    }
    policy.passedAlone();
    return ReturnCode.NEXT_ROW;
  }

  /**
   * Whether rows come in the filter's direction, so that nothing matches before the target.
   * SkipFilter and WhileMatchFilter do not pass the direction on: then rows come in the other
   * direction, and each must be judged by itself. The first row that differs from the first one
   * shows the direction.
   */
  private boolean comesInOrder(byte[] key, int held, boolean reversed) {
    byte[] first = firstRow;
    if (inOrder || first == null) {
      return true;
    }
    int fromFirst = Arrays.compareUnsigned(key, 0, held, first, 0, first.length);
    inOrder = reversed ? fromFirst < 0 : fromFirst > 0;
    return inOrder || fromFirst == 0;
  }

  /** Whether the hint is the next row that there can be, or a bound cut too short to be ahead. */
  private boolean isNext(Cell cell, byte[] row) {
    if (!seeker.targetsRows()) {
      return false;
    }
    int length = row.length;
    boolean one = length == cell.getRowLength() + 1 && row[length - 1] == 0;
    int compared = one ? length - 1 : length;
    return CellComparator.getInstance().compareRows(cell, row, 0, compared) >= 0;
  }

  private ReturnCode towardsTarget(Cell cell, boolean reversed) {
    approaching = policy.readsOn();
    if (approaching) {
      return ReturnCode.NEXT_ROW;
    }
    if (!reversed) {
      hintRow = target.clone();
      return isNext(cell, hintRow) ? ReturnCode.NEXT_ROW : ReturnCode.SEEK_NEXT_USING_HINT;
    }
    // A reversed seek ends at the last row up to its hint, so the hint is the first row after the
    // target. If that is the current row, a seek would not move.
    hintRow = behind(target);
    return isBehind(cell, hintRow) ? ReturnCode.SEEK_NEXT_USING_HINT : ReturnCode.NEXT_ROW;
  }

  /** The row that a reversed seek to a target needs: the first one behind all that can match. */
  private byte[] behind(byte[] found) {
    return seeker.targetsRows() ? found.clone() : KeyBytes.prefixSuccessor(found);
  }

  private static boolean isBehind(Cell cell, byte[] row) {
    return CellComparator.getInstance().compareRows(cell, row, 0, row.length) > 0;
  }
}
