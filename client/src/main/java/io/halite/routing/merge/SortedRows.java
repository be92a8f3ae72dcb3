package io.halite.routing.merge;

import java.io.IOException;

/** Rows that arrive in natural order. */
public interface SortedRows extends ArrivingRows {
  /**
   * Whether a filter that judges the rows here, not at their owners, has ended the scan: a plain
   * table then ends it behind an answer without rows, whatever its next region has.
   */
  default boolean isFilterDone() throws IOException {
    return false;
  }
}
