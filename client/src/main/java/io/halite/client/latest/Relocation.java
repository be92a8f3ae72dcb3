package io.halite.client.latest;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks a region up afresh in {@code hbase:meta} while a call to it is not answered.
 *
 * <p>HBase's client believes a server that says where a region has moved to, and asks {@code
 * hbase:meta} only when it is told nothing. A region that went from one server to another and back,
 * and was then merged or split, is gone from both; yet for two minutes each of them names the
 * other, and the client asks them in turn until its retries are used up. Its next try goes where
 * this look-up has found the row.
 *
 * <p>Thread-safe.
 */
final class Relocation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Relocation.class);
  // Longer than most pages take, shorter than HBase's pauses once it has tried a few times.
  private static final long EVERY_MILLIS = 2_000;

  private final LookUp lookUp;
  private final ScheduledThreadPoolExecutor thread;

  /** Asks {@code hbase:meta} which region holds a row, and remembers it for all callers. */
  interface LookUp {
    void run(byte[] row) throws IOException;
  }

  Relocation(LookUp lookUp) {
    this.lookUp = lookUp;
    this.thread = new ScheduledThreadPoolExecutor(1, Daemons.named("halite-latest-locations"));
    thread.setRemoveOnCancelPolicy(true);
  }

  /** Looks up as long as there is no answer. */
  <T> CompletableFuture<T> during(byte[] row, CompletableFuture<T> answer) {
    if (!answer.isDone() && !thread.isShutdown()) {
      ScheduledFuture<?> repeated =
          thread.scheduleWithFixedDelay(
              () -> relocate(row), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
      FutureUtils.addListener(answer, (value, error) -> repeated.cancel(false));
    }
    return answer;
  }

  private void relocate(byte[] row) {
    try {
      lookUp.run(row);
    } catch (IOException | RuntimeException e) {
      // The call itself tells the caller what is wrong; this one is made again.
      LOG.debug("a region could not be looked up", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
