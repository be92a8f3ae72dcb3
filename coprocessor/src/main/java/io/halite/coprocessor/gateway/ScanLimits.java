package io.halite.coprocessor.gateway;

/**
 * How a scan limits its answers.
 *
 * @param batch cells of one row in one piece; 0 or less for whole rows
 * @param maxResultSize bytes of one answer; -1 for the server's default
 * @param cuts how rows may be cut into pieces
 * @param pageRows rows after which a page filter is full; 0 without a page filter
 * @param filterEnds whether the filter ends the scan before a row of any later region
 * @param order the keys that the scan passes
 */
record ScanLimits(
    int batch, long maxResultSize, Cuts cuts, long pageRows, boolean filterEnds, ScanOrder order) {
  /**
   * How rows may be cut into pieces.
   *
   * @param inRows whether an answer of the largest size may end in the middle of a row, because the
   *     reader allows partial results or wants cursors, and no filter judges whole rows
   * @param mayDropCells whether a filter may have dropped cells of a row that is cut: then nobody
   *     knows whether cells follow those that it let pass
   */
  record Cuts(boolean inRows, boolean mayDropCells) {}

  /** Whether a page filter is full after so many rows. */
  boolean isPageFull(long rows) {
    return rowsLeft(rows) <= 0;
  }

  /** How many rows a page filter lets pass after so many; as many as there are without one. */
  long rowsLeft(long rows) {
    return pageRows > 0 ? pageRows - rows : Long.MAX_VALUE;
  }
}
