package io.halite.routing.merge;

/**
 * What a scan in passes may hold and may cost.
 *
 * @param bytes of the rows that one pass keeps, as they lie in memory; one row may be larger
 * @param readAhead bytes that may wait to be looked at
 * @param passes the most passes; 0: as many as it takes
 * @param rows the most rows that all passes are sent together; 0: any number
 */
public record PassLimits(long bytes, long readAhead, int passes, long rows) {
  /** The same without bounds on what it costs. */
  public PassLimits unbounded() {
    return new PassLimits(bytes, readAhead, 0, 0);
  }
}
