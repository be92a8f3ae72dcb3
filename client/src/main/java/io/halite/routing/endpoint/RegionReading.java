package io.halite.routing.endpoint;

import java.util.Optional;

/**
 * What a scan would read of one region, and what one has. Immutable.
 *
 * @param bytes of the blocks that hold the ranges of the scan, by the indexes of the store files;
 *     and what lies in memory, if any range meets the region
 * @param cells of the same, by the average of each file
 * @param counted what a counted scan has read; empty if the region has counted none
 */
public record RegionReading(long bytes, long cells, Optional<Counted> counted) {
  /**
   * What the filter of a scan was shown by a region, and what it answered.
   *
   * @param rows rows that it judged
   * @param cells cells that it judged
   * @param seeks hints that it gave, each of which the region follows by a seek
   */
  public record Counted(long rows, long cells, long seeks) {
    /** Nothing. */
    public static final Counted NOTHING = new Counted(0, 0, 0);

    /** The sum of both. */
    public Counted plus(Counted other) {
      return new Counted(rows + other.rows, cells + other.cells, seeks + other.seeks);
    }
  }
}
