package io.halite.routing.endpoint;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Serves the requests of the service in one region. */
public interface RegionHandler {
  /** Returns the facts of this region. */
  RegionFacts facts() throws IOException;

  /** Returns the facts of this region's server. */
  ServerFacts server() throws IOException;

  /** Walks the range until the region, or the time for one answer, ends. */
  WalkPage walk(Walk walk) throws IOException;

  /**
   * Returns the positions of the images in which the regions of this server store no cell.
   *
   * @param fingerprint the fingerprint of the spec under which the images were made
   */
  BitSet vacant(long fingerprint, List<KeyRange> images) throws IOException;

  /**
   * Returns what a scan would read of this region, and what one has.
   *
   * @param ranges the stored ranges of the scan; those within the region count
   * @param number the number of a scan that was counted; 0 for none
   */
  RegionReading reading(List<KeyRange> ranges, long number) throws IOException;

  /**
   * Returns what the regions of the table on this server have read of a scan and its client has
   * perhaps not; empty if they do not know the scan.
   *
   * @param ticket what the client has received in place of a read point
   */
  Optional<byte[]> rest(long ticket) throws IOException;
}
