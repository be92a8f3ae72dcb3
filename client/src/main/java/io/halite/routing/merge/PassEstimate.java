package io.halite.routing.merge;

/**
 * The cost of a scan in passes, estimated after its first pass.
 *
 * <p>If 1,000 rows match and a pass keeps 300, the scan takes 4 passes, for which the owners send
 * 1,000, 700, 400 and 100 rows.
 *
 * @param passes the number of passes
 * @param rows how many rows the owners send for all passes together
 */
record PassEstimate(long passes, long rows) {
  /**
   * Estimates the cost.
   *
   * @param matched how many rows the owners sent for the first pass
   * @param kept how many of them the first pass kept
   * @param wanted the limit of the scan in rows; 0 for all that match
   */
  static PassEstimate of(long matched, long kept, long wanted) {
    long rows = wanted > 0 ? Math.min(wanted, matched) : matched;
    long passes = kept == 0 ? 1 : Math.max(1, (rows + kept - 1) / kept);
    return new PassEstimate(passes, passes * matched - kept * (passes * (passes - 1) / 2));
  }

  boolean isWithin(PassLimits limits) {
    return (limits.passes() == 0 || passes <= limits.passes())
        && (limits.rows() == 0 || rows <= limits.rows());
  }
}
