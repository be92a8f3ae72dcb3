package io.halite.coprocessor.gateway;

import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Opens its rows once something is known that decides which they are, such as the images in which
 * they may lie. Then it forgets what has decided.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
final class AwaitedRows<T> implements SortedRows {
  private final CountDownLatch known = new CountDownLatch(1);
  private final LazyRows rows;

  /** Opens the rows. */
  interface Opening<T> {
    SortedRows open(T decisive) throws IOException;
  }

  private AwaitedRows(CompletableFuture<T> decisive, Opening<T> opening) {
    this.rows = new LazyRows(() -> opening.open(decisive.join()));
    var unused = decisive.whenComplete((all, failure) -> known.countDown());
  }

  /**
   * Returns rows that {@code decisive} decides about, which may become known later.
   *
   * @param decisive what never fails
   */
  static <T> SortedRows of(CompletableFuture<T> decisive, Opening<T> opening) throws IOException {
    return decisive.isDone() ? opening.open(decisive.join()) : new AwaitedRows<>(decisive, opening);
  }

  @Override
  public @Nullable Result poll() throws IOException {
    return known.getCount() == 0 ? rows.poll() : null;
  }

  @Override
  public boolean isExhausted() {
    return rows.isExhausted();
  }

  @Override
  public boolean isFilterDone() throws IOException {
    return rows.isFilterDone();
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (known.getCount() == 0) {
      rows.await(millis);
    } else {
      // The reader polls, which opens the rows if it is known by then.
      var unused = known.await(millis, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
