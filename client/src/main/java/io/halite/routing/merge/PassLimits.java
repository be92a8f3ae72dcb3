package io.halite.routing.merge;

/**
 * How much a scan in passes may hold in memory and how much it may cost. Immutable.
 *
 * @param bytes the most bytes of rows, as they lie in memory, that one pass keeps; it also keeps a
 *     single row that is larger
 * @param readAhead the most bytes that a pass reads ahead in each image
 * @param passes the most passes; 0 for as many as it takes
 * @param rows the most rows that the owners may send for all passes together; 0 for any number
 */
public record PassLimits(long bytes, long readAhead, long passes, long rows) {
  /** Returns the same limits of memory, without limits of cost. */
  public PassLimits unbounded() {
    return new PassLimits(bytes, readAhead, 0, 0);
  }
}
