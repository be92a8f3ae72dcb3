package io.halite.client.operate;

import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.ServerFacts;
import java.util.Optional;
import org.apache.hadoop.hbase.NotServingRegionException;

/**
 * A region of a salted table, and what it answered. Immutable.
 *
 * @param rows its start and end row
 * @param server host, port and start code of its server; empty if it has none
 * @param answer how it answered
 * @param facts what it reported; present if it has the observer and answered
 * @param error why it reported nothing, or refuses its users; empty if it serves
 */
public record RegionState(
    KeyRange rows, String server, Answer answer, Optional<ServerFacts> facts, String error) {
  /** How a region answered. */
  public enum Answer {
    /** It serves. */
    SERVES,
    /** It has the observer and refuses every request. */
    REFUSES,
    /** It has no observer. */
    WITHOUT_OBSERVER,
    /** It did not answer in time, or has no server. */
    SILENT
  }

  /** Whether a server answered, and only does not serve the region that was asked. */
  static boolean isUnserved(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof NotServingRegionException) {
        return true;
      }
    }
    return false;
  }
}
