package io.halite.client.latest;

import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Regions whose boundaries are looked up once a minute, not for every query.
 *
 * <p>A query is cut at the boundaries into slices that are read in parallel. Outdated boundaries
 * give the same answer: a slice that now lies in two regions continues where the first of them
 * ends.
 *
 * <p>Thread-safe.
 */
final class RememberedBorders implements LatestRegions {
  private static final Duration GOOD_FOR = Duration.ofMinutes(1);

  private final LatestRegions regions;
  private final LongSupplier nanos;
  private final AtomicReference<Look> last = new AtomicReference<>();

  private record Look(long at, CompletableFuture<List<byte[]>> starts) {}

  /**
   * Regions with remembered boundaries.
   *
   * @param nanos a clock such as {@link System#nanoTime}
   */
  RememberedBorders(LatestRegions regions, LongSupplier nanos) {
    this.regions = regions;
    this.nanos = nanos;
  }

  @Override
  public CompletableFuture<List<byte[]>> starts() {
    long now = nanos.getAsLong();
    Look look = last.get();
    if (look == null
        || look.starts().isCompletedExceptionally()
        || now - look.at() >= GOOD_FOR.toNanos()) {
      look = new Look(now, regions.starts());
      last.set(look);
    }
    // A copy, so that a caller that cancels does not cancel for the others.
    return look.starts().copy();
  }

  @Override
  public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
    return regions.ask(row, request);
  }
}
