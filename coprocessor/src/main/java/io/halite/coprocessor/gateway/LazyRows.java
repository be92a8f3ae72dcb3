package io.halite.coprocessor.gateway;

import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Opens its rows at the first read, as soon as there is room for them. A scan that the client opens
 * and never reads holds no scanner and no rows of any bucket.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
final class LazyRows implements SortedRows {
  private final Opening opening;
  private final Room room;
  private volatile Optional<SortedRows> rows = Optional.empty();
  private volatile boolean closed;

  /** Opens the rows. */
  interface Opening {
    SortedRows open() throws IOException;
  }

  /** The memory that the rows need. */
  interface Room {
    /** Takes it if it is free; the first time that it is, the rows are opened. */
    boolean take();

    /** Waits at most so many milliseconds until it may be free. */
    void await(long millis) throws InterruptedException;
  }

  private static final Room FREE =
      new Room() {
        @Override
        public boolean take() {
          return true;
        }

        @Override
        public void await(long millis) {}
      };

  LazyRows(Opening opening) {
    this(opening, FREE);
  }

  LazyRows(Opening opening, Room room) {
    this.opening = opening;
    this.room = room;
  }

  @Override
  public @Nullable Result poll() throws IOException {
    return opened().isEmpty() ? null : rows.get().poll();
  }

  private Optional<SortedRows> opened() throws IOException {
    if (rows.isEmpty() && !closed && room.take()) {
      SortedRows fresh = opening.open();
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
  public void await(long millis) throws InterruptedException {
    if (rows.isPresent()) {
      rows.get().await(millis);
    } else if (!closed) {
      room.await(millis);
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
