package io.halite.coprocessor.gateway;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.Arrays;
import java.util.Optional;

/**
 * How a scan limits its answers.
 *
 * @param batch cells of one row in one piece; 0 or less for whole rows
 * @param maxResultSize bytes of one answer; -1 for the server's default
 * @param cutsRows whether an answer of that size may end in the middle of a row, because the reader
 *     allows partial results or wants cursors, and no filter judges whole rows
 * @param dropsCells whether a filter may have dropped cells of a row that is cut into pieces: then
 *     nobody knows whether cells follow those that it let pass
 * @param pageRows rows after which a page filter is full; 0 without a page filter
 * @param filterEnds whether the filter ends the scan before a row of any later region
 * @param range the natural range of the scan in that of the gateway
 * @param reversed whether rows come in descending order
 */
record ScanLimits(
    int batch,
    long maxResultSize,
    boolean cutsRows,
    boolean dropsCells,
    long pageRows,
    boolean filterEnds,
    KeyRange range,
    boolean reversed) {
  /** Whether a page filter is full after so many rows. */
  boolean isPageFull(long rows) {
    return rowsLeft(rows) <= 0;
  }

  /** How many rows a page filter lets pass after so many; as many as there are without one. */
  long rowsLeft(long rows) {
    return pageRows > 0 ? pageRows - rows : Long.MAX_VALUE;
  }

  /**
   * Returns the first key behind a row, in the order of the scan. Empty if the scan cannot start
   * there: it is outside of the scan's range, it is longer than any key, or there is no such key,
   * as before a row of a reversed scan that does not end in a zero byte.
   */
  Optional<byte[]> keyBehind(byte[] row) {
    Optional<byte[]> next = reversed ? before(row) : Optional.of(KeyBytes.next(row));
    return next.filter(key -> key.length <= KeyBytes.MAX_STORED_LENGTH).filter(range::contains);
  }

  private static Optional<byte[]> before(byte[] row) {
    return row.length > 1 && row[row.length - 1] == 0
        ? Optional.of(Arrays.copyOf(row, row.length - 1))
        : Optional.empty();
  }
}
