package io.halite.routing.merge;

import io.halite.routing.table.NaturalResults;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Returns stored rows under their natural keys: {@code 03·61} as {@code 61}.
 *
 * <p>A row that lacks its right salt fails with a {@link io.halite.keys.RowKeyException} when its
 * turn comes. One reader at a time; {@link #close} may come from any thread.
 */
public final class NaturalRows implements SortedRows {
  private final SortedRows stored;
  private final NaturalResults results;

  /** Converts the rows of {@code stored}, which have stored keys. */
  public NaturalRows(SortedRows stored, NaturalResults results) {
    this.stored = stored;
    this.results = results;
  }

  @Override
  public @Nullable Result poll() throws IOException {
    Result row = stored.poll();
    return row == null ? null : results.of(row);
  }

  @Override
  public boolean isExhausted() {
    return stored.isExhausted();
  }

  @Override
  public boolean isBehind() {
    return stored.isBehind();
  }

  @Override
  public void await(long millis) throws InterruptedException {
    stored.await(millis);
  }

  @Override
  public void leave() {
    stored.leave();
  }

  @Override
  public void close() {
    stored.close();
  }
}
