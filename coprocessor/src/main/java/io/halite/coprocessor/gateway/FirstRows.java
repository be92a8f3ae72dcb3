package io.halite.coprocessor.gateway;

import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Returns rows that are known already, and then others.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
final class FirstRows implements SortedRows {
  private final Queue<Result> first;
  private final Optional<SortedRows> others;

  /** Returns {@code first} and then {@code others}, if there are any. */
  FirstRows(List<Result> first, Optional<SortedRows> others) {
    this.first = new ArrayDeque<>(first);
    this.others = others;
  }

  @Override
  public @Nullable Result poll() throws IOException {
    Result known = first.poll();
    return known != null || others.isEmpty() ? known : others.get().poll();
  }

  @Override
  public boolean isExhausted() {
    return first.isEmpty() && others.map(SortedRows::isExhausted).orElse(true);
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (first.isEmpty() && others.isPresent()) {
      others.get().await(millis);
    }
  }

  @Override
  public void close() {
    others.ifPresent(SortedRows::close);
  }
}
