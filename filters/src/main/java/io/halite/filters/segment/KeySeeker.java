package io.halite.filters.segment;

/**
 * Finds, from any row key, the nearest key on either side that can match a query.
 *
 * <p>The caller writes the beginning of the row into the {@linkplain #scratch scratch key} and
 * gives the length of the whole row. Not thread-safe.
 */
sealed interface KeySeeker permits SegmentSeeker, BranchSeeker, PathSeeker {
  /** The verdict on a row. */
  enum Verdict {
    /** It matches. */
    MATCH,
    /** It does not; {@link #takeTarget} is the nearest key in the direction that can. */
    SEEK,
    /** Neither this row nor any later row of the scan matches. */
    DONE
  }

  /** The scratch key, which the caller fills with the beginning of the row before the call. */
  byte[] scratch();

  /** The same, for a row of that length; it may be shorter than the row. */
  default byte[] scratch(int length) {
    return scratch();
  }

  /** Whether the target in reverse is a row that all which can match come before. */
  default boolean targetsRows() {
    return false;
  }

  /** The verdict on a row of that length whose beginning is in the scratch key. */
  Verdict forward(int length);

  /** The verdict on a row of that length, in a scan of descending rows. */
  Verdict reverse(int length);

  /** After {@link Verdict#SEEK}, the number of the segment that moved on from the row. */
  int level();

  /** Whether a row of that length matches, whose beginning is in the scratch key; no target. */
  boolean matches(int length);

  /**
   * Whether the segment that the last row failed in {@link #matches} rejects this row, too; a look
   * at one segment, where the row lies, without the scratch key. If false, nothing is known of the
   * row.
   */
  default boolean rejects(byte[] row, int offset, int length) {
    return false;
  }

  /**
   * After {@link Verdict#SEEK}, the segments of the nearest key that can match, for the caller to
   * copy. Forward, that key is the target itself; in reverse, any row that begins with it.
   */
  byte[] target();

  /**
   * As {@link #target()}, for the caller to keep; the seeker may go on with {@code spare}, an array
   * as long as the scratch key or a target that was taken before.
   */
  byte[] takeTarget(byte[] spare);

  /** The verdict on a row. */
  default Verdict forward(byte[] row) {
    byte[] scratch = scratch(row.length);
    System.arraycopy(row, 0, scratch, 0, Math.min(row.length, scratch.length));
    return forward(row.length);
  }

  /** The verdict on a row, in a scan of descending rows. */
  default Verdict reverse(byte[] row) {
    byte[] scratch = scratch(row.length);
    System.arraycopy(row, 0, scratch, 0, Math.min(row.length, scratch.length));
    return reverse(row.length);
  }
}
