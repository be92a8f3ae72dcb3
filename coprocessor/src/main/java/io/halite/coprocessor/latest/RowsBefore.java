package io.halite.coprocessor.latest;

import io.halite.coprocessor.latest.SeekableRows.Step;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The rows of a region against their stored order, as a scan backward sees them. */
interface RowsBefore {
  /**
   * Reads the last rows before a row.
   *
   * @param first no row before this one
   * @param stop the first row behind those to read; empty for the end of the region
   * @param limit at most how many rows
   * @param patient whether to read on when the time of the page is over
   * @return the last of the rows first; empty if the time was over before they were complete
   */
  Optional<List<Step>> read(byte[] first, byte[] stop, int limit, boolean patient)
      throws IOException;
}
