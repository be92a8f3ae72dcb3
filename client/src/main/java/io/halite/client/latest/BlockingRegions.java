package io.halite.client.latest;

import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestStub;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Requests to regions over a blocking connection. Thread-safe. */
record BlockingRegions(BlockingCalls calls, LatestKeys keys) implements LatestRegions {
  @Override
  public CompletableFuture<List<byte[]>> starts() {
    return calls.starts();
  }

  @Override
  public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
    return calls.region(row, channel -> LatestStub.latest(channel, request, keys));
  }
}
