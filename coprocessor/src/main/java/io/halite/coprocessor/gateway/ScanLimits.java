package io.halite.coprocessor.gateway;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * How a scan limits its answers, and what identifies it.
 *
 * @param batch cells of one row in one piece; 0 or less for whole rows
 * @param maxResultSize bytes of one answer; -1 for the server's default
 * @param cutsRows whether an answer of that size may end in the middle of a row, because the reader
 *     allows partial results and no filter judges whole rows
 * @param dropsCells whether a filter may have dropped cells of a row that is cut into pieces: then
 *     nobody knows whether cells follow those that it let pass
 * @param ticket what HBase sends to the client in place of a read point, see {@link ScanRests}
 * @param pageRows rows after which a page filter is full; 0 without a page filter
 * @param filterEnds whether the filter ends the scan before a row of any later region
 * @param within the natural range for which the gateway answers
 * @param range the natural range of the scan in {@code within}
 * @param reversed whether rows come in descending order
 * @param user the name of the user who opened the scan
 * @param asked the scan as its client has sent it
 */
record ScanLimits(
    int batch,
    long maxResultSize,
    boolean cutsRows,
    boolean dropsCells,
    long ticket,
    long pageRows,
    boolean filterEnds,
    KeyRange within,
    KeyRange range,
    boolean reversed,
    String user,
    Scan asked) {
  /** What the gateway has read of the scan and the client has perhaps not, see {@link ScanRest}. */
  ScanRest rest(List<Result> rows, Optional<byte[]> last) {
    return rows.isEmpty() && last.isEmpty()
        ? ScanRest.NONE
        : new ScanRest(user, ScanSelection.of(asked), within, rows, last);
  }

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
   * there: it is outside of the scan's range, or there is no such key, as before a row of a
   * reversed scan that does not end in a zero byte.
   */
  Optional<byte[]> keyBehind(byte[] row) {
    Optional<byte[]> next = reversed ? before(row) : Optional.of(KeyBytes.next(row));
    return next.filter(range::contains);
  }

  private static Optional<byte[]> before(byte[] row) {
    return row.length > 1 && row[row.length - 1] == 0
        ? Optional.of(Arrays.copyOf(row, row.length - 1))
        : Optional.empty();
  }
}
