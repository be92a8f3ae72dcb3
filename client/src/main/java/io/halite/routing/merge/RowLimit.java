package io.halite.routing.merge;

import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;

/**
 * Finds out whether HBase's client may have ended a scan with a limit too early.
 *
 * <p>Where rows come in pieces, HBase's client may count the last row of a region twice: when the
 * region ends, and again with the first row of the next region. It then sends the next region a
 * limit that is one too small. Example: of a limit of 6, three rows are in the first region; of the
 * second one the client takes 2.
 *
 * <p>So the end of a scan is in doubt if it has read from more than one region, and given a row,
 * but fewer rows than its limit. Reading on behind the last row settles it, at the cost of an RPC.
 * Not thread-safe.
 */
final class RowLimit {
  private final int limit;
  private int begun;
  private Optional<byte[]> last = Optional.empty();
  private boolean arrived;

  /** For a scan of so many rows in pieces; 0 if no end of it is in doubt. */
  RowLimit(int limit) {
    this.limit = limit;
  }

  /** The scan of one stretch begins. */
  void sent() {
    arrived = false;
  }

  /** Counts the rows that begin with these results. */
  void arrived(Result[] results) {
    if (limit == 0) {
      return;
    }
    for (Result result : results) {
      byte[] row = result.getRow();
      begun += Arrays.equals(row, last.orElse(null)) ? 0 : 1;
      last = Optional.of(row);
    }
    arrived = true;
  }

  /**
   * Returns the last row if the scan may have ended too early behind it.
   *
   * @param regions how many regions the scan of the stretch has opened
   */
  Optional<byte[]> rowInDoubt(long regions) {
    return arrived && regions > 1 && begun < limit ? last : Optional.empty();
  }
}
