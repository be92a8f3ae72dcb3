package io.halite.routing.merge;

/**
 * What a scan in passes will have cost, told after its first pass.
 *
 * <p>Of 1,000 rows, 300 kept in a pass: 4 passes, which are sent 1,000 and 700 and 400 and 100
 * rows.
 *
 * @param passes how many it takes
 * @param rows how many rows they are sent together
 */
record PassEstimate(long passes, long rows) {
  /**
   * The estimate.
   *
   * @param matched rows that the first pass was sent
   * @param kept rows that it kept
   * @param wanted rows that are asked for in all; 0: all that match
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
