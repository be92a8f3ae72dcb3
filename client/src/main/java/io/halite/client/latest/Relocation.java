package io.halite.client.latest;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks a region up again in {@code hbase:meta} while a call to it has no answer.
 *
 * <p>When a server answers that a region has moved, HBase's client follows that answer, and reads
 * {@code hbase:meta} only without one. A region that moved from one server to another and back, and
 * was then merged or split, is on neither of them. Yet for two minutes each of them names the
 * other, and the client tries them in turn until its retries are used up. With this look-up, its
 * next attempt goes to the region that holds the row now. Calls to one region share it.
 *
 * <p>Thread-safe.
 */
final class Relocation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Relocation.class);
  // Longer than most pages take, shorter than HBase's pauses once it has tried a few times.
  private static final long EVERY_MILLIS = 2_000;

  private final LookUp lookUp;
  private final ScheduledThreadPoolExecutor thread;
  // Of the thread alone.
  private final LookedUp lookedUp =
      new LookedUp(TimeUnit.MILLISECONDS.toNanos(EVERY_MILLIS), System::nanoTime);

  /**
   * Reads from {@code hbase:meta} which region holds a row, and caches it for all callers; returns
   * the rows of that region.
   */
  interface LookUp {
    KeyRange run(byte[] row) throws IOException;
  }

  Relocation(LookUp lookUp) {
    this.lookUp = lookUp;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            Daemons.named("halite-latest-locations"),
            // A query may call a region while its client closes.
            new ThreadPoolExecutor.DiscardPolicy());
    thread.setRemoveOnCancelPolicy(true);
  }

  /** Repeats the look-up until there is an answer. */
  <T> CompletableFuture<T> during(byte[] row, CompletableFuture<T> answer) {
    if (!answer.isDone()) {
      ScheduledFuture<?> repeated =
          thread.scheduleWithFixedDelay(
              () -> relocate(row), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
      FutureUtils.addListener(answer, (value, error) -> repeated.cancel(false));
    }
    return answer;
  }

  private void relocate(byte[] row) {
    try {
      if (!lookedUp.holds(row)) {
        lookedUp.add(lookUp.run(row));
      }
    } catch (IOException | RuntimeException e) {
      // The call itself reports its failure to the caller; the look-up is repeated.
      LOG.debug("cannot look up a region", e);
    }
  }

  /** Returns the rows of a region that was looked up. */
  static KeyRange rows(HRegionLocation location) {
    return KeyRange.of(location.getRegion().getStartKey(), location.getRegion().getEndKey());
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
