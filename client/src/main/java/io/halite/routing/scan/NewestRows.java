package io.halite.routing.scan;

import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Drops merged rows of all buckets that are not among the newest of their key.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
final class NewestRows implements SortedRows {
  private final SortedRows merged;
  private final LatestCut cut;

  NewestRows(SortedRows merged, LatestCut cut) {
    this.merged = merged;
    this.cut = cut;
  }

  @Override
  public @Nullable Result poll() throws IOException {
    Result row = merged.poll();
    while (row != null && !cut.admits(row.rawCells()[0])) {
      row = merged.poll();
    }
    return row;
  }

  @Override
  public boolean isExhausted() {
    return merged.isExhausted();
  }

  @Override
  public boolean isBehind() {
    return merged.isBehind();
  }

  @Override
  public void await(long millis) throws InterruptedException {
    merged.await(millis);
  }

  @Override
  public void leave() {
    merged.leave();
  }

  @Override
  public void close() {
    merged.close();
  }
}
