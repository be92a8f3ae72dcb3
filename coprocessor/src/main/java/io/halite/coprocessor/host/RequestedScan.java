package io.halite.coprocessor.host;

import java.util.Optional;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;

/**
 * What a request of a scan says beside the scan itself; where no request is known, as for a scan
 * that a server sends to itself, what suits every client. Immutable.
 *
 * @param request the request; empty on a thread that serves no request of a scan
 */
public record RequestedScan(Optional<ScanRequest> request) {
  /** How many rows the scan still wants; 0 if it has no limit. */
  public int limit() {
    return request.map(ScanRequest::getLimitOfRows).orElse(0);
  }

  /** How many rows the scan wants in one answer; 0 if it does not say. */
  public int caching() {
    return request.map(ScanRequest::getNumberOfRows).orElse(0);
  }

  /** Whether the client takes an answer without rows for something else than the scan's end. */
  public boolean takesHeartbeats() {
    return request
        .map(scan -> scan.getClientHandlesHeartbeats() && scan.getClientHandlesPartials())
        .orElse(true);
  }

  /** Whether the client wants the server to count what it reads. */
  public boolean wantsCounts() {
    return request.map(ScanRequest::getTrackScanMetrics).orElse(true);
  }
}
