package io.halite.routing.latest;

/**
 * What regions read to answer.
 *
 * @param rows rows that their scanners gave
 * @param cells cells in those rows
 * @param seeks jumps to a key or a time
 */
public record Work(long rows, long cells, long seeks) {
  /** Nothing. */
  public static final Work NONE = new Work(0, 0, 0);

  /** Both together. */
  public Work plus(Work other) {
    return new Work(rows + other.rows, cells + other.cells, seeks + other.seeks);
  }
}
