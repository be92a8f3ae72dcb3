package io.halite.coprocessor.gateway;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Opens its rows once it is known in which images they may lie.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
final class OccupiedRows implements SortedRows {
  private final CompletableFuture<List<KeyRange>> images;
  private final CountDownLatch known = new CountDownLatch(1);
  private final LazyRows rows;

  /** Opens the rows of some images. */
  interface Opening {
    SortedRows open(List<KeyRange> images) throws IOException;
  }

  private OccupiedRows(CompletableFuture<List<KeyRange>> images, Opening opening) {
    this.rows = new LazyRows(() -> opening.open(images.join()));
    this.images = images.whenComplete((all, failure) -> known.countDown());
  }

  /**
   * Returns the rows of {@code images}, which may become known later.
   *
   * @param images what never fails
   */
  static SortedRows of(CompletableFuture<List<KeyRange>> images, Opening opening)
      throws IOException {
    return images.isDone() ? opening.open(images.join()) : new OccupiedRows(images, opening);
  }

  @Override
  public @Nullable Result poll() throws IOException {
    return images.isDone() ? rows.poll() : null;
  }

  @Override
  public boolean isExhausted() {
    return rows.isExhausted();
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (images.isDone()) {
      rows.await(millis);
    } else if (known.await(millis, TimeUnit.MILLISECONDS)) {
      // The reader polls, which opens the rows.
      return;
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
