package io.halite.filters.segment;

import java.util.Arrays;

/**
 * Decides whether to seek to a target or to read on to it, from the number of rows before earlier
 * targets.
 *
 * <p>A seek costs a region as much as reading one to two rows, or three if it has several store
 * files. So the policy seeks when more than 2.5 rows are expected before the target. The threshold
 * is 2.5 rows and not 2, so that a query that matches half of the rows at random does not alternate
 * between seeking and reading. The bench {@code DenseScanBench} measures both. Otherwise rows are
 * read until the target is reached, or a seek is due after all. A seek does not show how many rows
 * lay before its target. So from time to time the policy reads up to a target, less often the
 * longer this shows nothing new.
 *
 * <p>Where reading on was right, the next {@link #ALONE} rows that do not match are judged alone,
 * and no target is computed for them: that is most of what they cost beside a plain filter. While
 * that goes on, they are twice as many each time, up to {@link #MOST_ALONE}. The next target may
 * begin halfway, so the policy learns only from the one after it.
 *
 * <p>Rows beyond {@link #MOST_ROWS} are not counted, so that a few far targets do not outweigh many
 * near ones. Where the counted rows are more than that on average, seeking costs less than reading
 * all.
 *
 * <p>It learns for each level, the segment that moves on from the row to the target: the next value
 * behind the same origin may be the next row, and the first value of the next origin far away.
 */
final class SeekPolicy {
  static final int MOST_ROWS = 8;
  static final int ALONE = 15;
  static final int MOST_ALONE = 120;
  private static final float ROWS_PER_SEEK = 2.5f;
  private static final int MEMORY = 32;
  private static final int PROBE_OFTEN = 16;
  private static final int PROBE_RARELY = 256;

  /** Deeper levels are taken as the last of these. */
  private static final int LEVELS = 8;

  /** So many targets of near levels come before rows are judged alone. */
  private static final int NEAR_LEVELS = 8;

  /** What is known of the targets of one level. */
  private static final class Level {
    private float expected;
    private int interval = PROBE_OFTEN;
    private int untilProbe;

    private boolean isFar() {
      return expected > ROWS_PER_SEEK;
    }
  }

  private final boolean always;
  private final Level[] levels = new Level[LEVELS];
  private Level level = new Level();
  private int limit;
  private int read;
  private int sinceFar = NEAR_LEVELS;
  private int alone;
  private int nextAlone = ALONE;
  private boolean halfway;

  /** With {@code always}, the policy always seeks. */
  SeekPolicy(boolean always) {
    this.always = always;
    Arrays.setAll(levels, any -> new Level());
  }

  /** Whether the next row is judged without computing a target. */
  boolean judgesAlone() {
    return alone > 0;
  }

  /** A row that was judged alone does not match. */
  void passedAlone() {
    alone--;
    halfway = true;
  }

  /** There is a new target, for which the segment of that number moves on. */
  void aim(int segment) {
    read = 0;
    if (always) {
      limit = 0;
      return;
    }
    level = levels[Math.min(segment, LEVELS - 1)];
    sinceFar = level.isFar() ? 0 : sinceFar + 1;
    limit = level.isFar() && level.untilProbe-- > 0 ? 0 : MOST_ROWS;
  }

  /** Whether to read one row more towards the target; if not, to seek. */
  boolean readsOn() {
    if (read < limit) {
      read++;
      return true;
    }
    if (limit > 0) {
      halfway = false;
      learn(MOST_ROWS);
    }
    return false;
  }

  /** The target was reached by reading. */
  void reached() {
    if (halfway) {
      halfway = false;
    } else {
      learn(read);
    }
  }

  private void learn(int rows) {
    level.expected += (rows - level.expected) / MEMORY;
    boolean far = rows > ROWS_PER_SEEK;
    alone = far || level.isFar() || sinceFar < NEAR_LEVELS ? 0 : nextAlone;
    nextAlone = alone == 0 ? ALONE : Math.min(MOST_ALONE, 2 * nextAlone);
    level.untilProbe = far ? level.interval : 0;
    level.interval = far ? Math.min(PROBE_RARELY, 2 * level.interval) : PROBE_OFTEN;
  }
}
