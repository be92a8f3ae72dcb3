package io.halite.routing.latest;

/**
 * What regions read to answer a query. Immutable.
 *
 * @param rows how many rows their scanners returned
 * @param cells how many cells of those rows they looked at
 * @param seeks how many times they jumped to a key or a time
 */
public record Work(long rows, long cells, long seeks) {
  /** No work. */
  public static final Work NONE = new Work(0, 0, 0);

  /** The sum of both. */
  public Work plus(Work other) {
    return new Work(rows + other.rows, cells + other.cells, seeks + other.seeks);
  }
}
