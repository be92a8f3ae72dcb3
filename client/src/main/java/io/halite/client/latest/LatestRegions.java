package io.halite.client.latest;

import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Access to the regions of a table, as a query needs it. Thread-safe. */
public interface LatestRegions {
  /** The stored start rows of all regions, ascending; the first is empty. */
  CompletableFuture<List<byte[]>> starts();

  /**
   * Requests a page from the region that holds a stored row when the request is sent.
   *
   * @param row one that HBase's client can look up; it may be shorter than the first row requested
   */
  CompletableFuture<Page> ask(byte[] row, PageRequest request);
}
