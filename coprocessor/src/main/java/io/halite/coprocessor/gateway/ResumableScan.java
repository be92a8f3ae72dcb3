package io.halite.coprocessor.gateway;

import io.halite.keys.KeyRange;
import io.halite.routing.host.RequestedMetrics;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What identifies an open scan when its client resumes it at this gateway or another one.
 *
 * @param rests where the region keeps what it has read of scans
 * @param ticket what HBase sends to the client in place of a read point, see {@link ScanRests}
 * @param user the name of the user who opened the scan
 * @param within the natural range for which the gateway answers
 * @param requested the scan as its client has sent it
 */
record ResumableScan(ScanRests rests, long ticket, String user, KeyRange within, Scan requested) {
  /** Records that the scan is open. */
  void opened(ScanRests.Source scanner) {
    rests.opened(scanner, ticket);
  }

  /** Records that the scan has been closed; the client may lack more pieces of these rows. */
  void closed(ScanRests.Source scanner, List<Result> inPieces) {
    rests.closed(scanner, rest(inPieces, Optional.empty()));
  }

  /** Whether each row shows the bytes of the blocks that were read for it. */
  boolean hasQueryMetrics() {
    return RequestedMetrics.of(requested);
  }

  /** What the gateway has read of the scan and the client has perhaps not, see {@link ScanRest}. */
  ScanRest rest(List<Result> rows, Optional<byte[]> last) {
    return rows.isEmpty() && last.isEmpty()
        ? ScanRest.NONE
        : new ScanRest(user, ScanSelection.of(requested), within, rows, last);
  }
}
