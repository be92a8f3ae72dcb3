package io.halite.coprocessor.gateway;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What a gateway has read of a scan and the client has perhaps not: the rows that it has returned a
 * piece of, and all rows after them if it has read the scan to its end.
 *
 * <p>A client that resumes the scan receives these rows, so that a row comes from one read point of
 * its owner although its pieces come from two gateways.
 *
 * @param user the name of the user who opened the scan; no other user receives the rows
 * @param selection what the scan selects; no scan that selects something else receives the rows
 * @param within the natural range for which the gateway answered
 * @param rows whole rows with natural keys, in the order of the scan
 * @param last the natural key of the last row that the gateway returned a piece of, if {@code rows}
 *     has all rows after it; empty if there may be more
 */
record ScanRest(
    String user,
    ScanSelection selection,
    KeyRange within,
    List<Result> rows,
    Optional<byte[]> last) {
  /** Nothing, of no use to any scan. */
  static final ScanRest NONE =
      new ScanRest("", new ScanSelection(0, 0), KeyRange.all(), List.of(), Optional.empty());

  /**
   * The rows with which a resumed scan begins.
   *
   * @param rows the rows
   * @param complete whether the scan has no others
   */
  record Beginning(List<Result> rows, boolean complete) {
    /** The size of all cells in bytes. */
    long bytes() {
      return ScanRest.bytes(rows);
    }
  }

  /** Whether it is of no use to any scan. */
  boolean isEmpty() {
    return rows.isEmpty() && last.isEmpty();
  }

  /** The size of all cells in bytes. */
  long bytes() {
    return bytes(rows);
  }

  private static long bytes(List<Result> rows) {
    return rows.stream().mapToLong(Result::getTotalSizeOfCells).sum();
  }

  /** Returns the rows with which a scan resumes; empty if it has to read all its rows again. */
  Optional<Beginning> of(Scan resumed, String by, KeyRange answeredNow) {
    if (!user.equals(by) || isEmpty() || !selection.equals(ScanSelection.of(resumed))) {
      return Optional.empty();
    }
    byte[] start = resumed.getStartRow();
    boolean included = resumed.includeStartRow();
    if (last.isPresent() && hasAllFrom(last.get(), resumed) && within.equals(answeredNow)) {
      return Optional.of(
          new Beginning(
              rows.stream().filter(row -> isAfter(row, resumed, start, included)).toList(), true));
    }
    return included ? row(start).map(row -> new Beginning(List.of(row), false)) : Optional.empty();
  }

  /**
   * Whether no row that {@code resumed} asks for is missing. HBase's client resumes at the last row
   * that it has received, or at the first key after it. A start at {@code lastRow}, included, may
   * also come from a client that has never received that row.
   */
  private boolean hasAllFrom(byte[] lastRow, Scan resumed) {
    byte[] start = resumed.getStartRow();
    if (Arrays.equals(lastRow, start)) {
      return !resumed.includeStartRow() || row(start).isPresent();
    }
    return !resumed.isReversed() && Arrays.equals(KeyBytes.next(lastRow), start);
  }

  private Optional<Result> row(byte[] key) {
    return rows.stream().filter(row -> Arrays.equals(row.getRow(), key)).findFirst();
  }

  private static boolean isAfter(Result row, Scan scan, byte[] start, boolean included) {
    int order = Arrays.compareUnsigned(row.getRow(), start);
    return (included && order == 0) || (scan.isReversed() ? order < 0 : order > 0);
  }
}
