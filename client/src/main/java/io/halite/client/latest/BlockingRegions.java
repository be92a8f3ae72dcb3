package io.halite.client.latest;

import io.halite.client.latest.page.LatestKeys;
import io.halite.client.latest.page.Page;
import io.halite.client.latest.page.PageRequest;
import io.halite.client.latest.wire.LatestStub;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Regions asked over a connection that waits. */
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
