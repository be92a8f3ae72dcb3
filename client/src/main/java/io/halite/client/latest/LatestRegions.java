package io.halite.client.latest;

import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The regions of a table, as a run of one question needs them. */
public interface LatestRegions {
  /** The stored start rows of all regions, ascending; the first is empty. */
  CompletableFuture<List<byte[]>> starts();

  /** Asks the region that holds a stored row by the time of asking. */
  CompletableFuture<Page> ask(byte[] row, PageRequest request);
}
