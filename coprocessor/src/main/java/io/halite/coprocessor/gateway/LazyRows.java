package io.halite.coprocessor.gateway;

import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Opens its rows at the first read. A scan that the client opens and never reads holds no scanner
 * and no rows of any bucket.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
final class LazyRows implements SortedRows {
  /** Empty once the rows are open: it may know of a large row. */
  private Optional<Opening> opening;

  private volatile Optional<SortedRows> rows = Optional.empty();
  private volatile boolean closed;

  /** Opens the rows. */
  interface Opening {
    SortedRows open() throws IOException;
  }

  LazyRows(Opening opening) {
    this.opening = Optional.of(opening);
  }

  @Override
  public @Nullable Result poll() throws IOException {
    return opened().isEmpty() ? null : rows.get().poll();
  }

  private Optional<SortedRows> opened() throws IOException {
    if (rows.isEmpty() && !closed) {
      SortedRows fresh = opening.orElseThrow().open();
      opening = Optional.empty();
      synchronized (this) {
        rows = Optional.of(fresh);
        if (closed) {
          fresh.close();
        }
      }
    }
    return rows;
  }

  @Override
  public boolean isExhausted() {
    return rows.isPresent() ? rows.get().isExhausted() : closed;
  }

  @Override
  public boolean isFilterDone() throws IOException {
    return rows.isPresent() && rows.get().isFilterDone();
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (rows.isPresent()) {
      rows.get().await(millis);
    }
  }

  @Override
  public void close() {
    Optional<SortedRows> toClose;
    synchronized (this) {
      closed = true;
      toClose = rows;
    }
    toClose.ifPresent(SortedRows::close);
  }
}
